"""Signs tokens with PyJWT or joserfc, as fast as they do.

token_loop.py pyjwt|joserfc                             prints the library's name and version
token_loop.py pyjwt|joserfc ALG KEY CLAIMS SECONDS      prints tokens per second, 0 for an unknown algorithm
token_loop.py pyjwt|joserfc ALG KEY                     answers each line of claims with a token

The clock runs when the key and the claims are in memory; a token is made from a dictionary.
"""

import importlib.metadata
import json
import sys
import time


def pyjwt():
    import jwt
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    known = jwt.algorithms.get_default_algorithms()

    def signer(alg, key_bytes):
        if alg not in known:
            return None
        key = key_bytes if alg.startswith("HS") else load_pem_private_key(key_bytes, None)
        return lambda claims: jwt.encode(claims, key, algorithm=alg)

    return "PyJWT", signer


def joserfc():
    import warnings

    from joserfc import jwk, jwt

    # It warns of EdDSA, whose name in RFC 9864 is Ed25519.
    warnings.simplefilter("ignore")
    types = {"HS": jwk.OctKey, "RS": jwk.RSAKey, "PS": jwk.RSAKey, "ES": jwk.ECKey, "Ed": jwk.OKPKey}

    def signer(alg, key_bytes):
        key = types[alg[:2]].import_key(key_bytes)
        header = {"alg": alg}
        return lambda claims: jwt.encode(header, claims, key, algorithms=[alg])

    return "joserfc", signer


def tokens_per_second(sign, claims, seconds):
    for one in claims[:8]:
        sign(one)
    count = 0
    start = time.perf_counter()
    while True:
        for one in claims:
            sign(one)
            count += 1
            if count % 16 == 0 and time.perf_counter() - start >= seconds:
                return count / (time.perf_counter() - start)


def main(library, alg=None, key_path=None, claims_path=None, seconds=0):
    name, signer = {"pyjwt": pyjwt, "joserfc": joserfc}[library]()
    if not alg:
        print(name, importlib.metadata.version(name))
        return
    with open(key_path, "rb") as file:
        sign = signer(alg, file.read())
    if claims_path:
        with open(claims_path, encoding="utf-8") as file:
            claims = [json.loads(line) for line in file]
        print(tokens_per_second(sign, claims, float(seconds)) if sign else 0)
    else:
        for line in sys.stdin:
            print(sign(json.loads(line)), flush=True)


main(*sys.argv[1:])
