"""Clients of Examples/service.py and service.mjs, patient ones and others.

    service-client.py prepare                 writes sessions.json and users.txt
    service-client.py many URL                10,000 good prototypes and 100 bad ones from 64 connections
    service-client.py framing URL             bodies whose end is uncertain
    service-client.py rude URL                clients that are slow, or that go away
    service-client.py stop URL SERVICE        stops the service while 64 requests wait for their answers
    service-client.py kill URL SERVICE        kills its signet instead

The prototypes are valid at 1497577400. pub.pem verifies the tokens.
"""

import base64, collections, concurrent.futures, hashlib, http.client, json, os, pathlib, re, signal, socket, sys, threading
import urllib.parse
import jwt

USERS, ISSUER, CONNECTIONS = 50, "63d9a389-4ddc-4df1-8dd1-af6a10c7226e", 64
CLAIMS = {"iss": ISSUER, "sub": "7", "jti": "BD988B2E-B16A-49B8-8882-9B3C9D35DD84", "nbf": 1497577381, "exp": 1497578281}


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def raw(payload, header='{"alg":"RS256","typ":"JWT"}'):
    return f"{base64url(header.encode())}.{base64url(payload.encode())}"


def prototype(header='{"alg":"RS256","typ":"JWT"}', **changes):
    claims = {name: value for name, value in {**CLAIMS, **changes}.items() if value is not None}
    return raw(json.dumps(claims), header)


def token_of(user):
    return f"secret-of-{user}"


TWICE = "the payload is not a JSON object: duplicate member 'sub'"

# What user 7 must not get, with the status and the words of the answer.
BAD = [
    ("", 400, "malformed: expected a prototype, found an empty line"),
    ("e30", 400, "malformed:"),
    ("e30.e30.e30", 400, "malformed:"),
    (prototype() + "=", 400, "malformed:"),
    (prototype().encode() + b"\xff", 400, "malformed:"),
    (prototype() + "\r" + prototype(), 400, "malformed:"),
    (prototype() + "\n" + prototype(), 400, "malformed:"),
    (prototype(sub="8") + "\n" + prototype(), 400, "malformed:"),
    (raw(json.dumps(CLAIMS), "[]"), 400, "malformed:"),
    (raw("[]"), 400, "claims-not-json:"),
    (raw(json.dumps(CLAIMS)[:-1] + ',"sub":"8"}'), 400, f"claims-not-json: {TWICE}"),
    (raw(json.dumps(CLAIMS)[:-1] + ',"s\\u0075b":"8"}'), 400, f"claims-not-json: {TWICE}"),
    (prototype(aud=7), 400, "claim-malformed:"),
    (prototype(jti=None), 400, "profile: the claim jti (a unique identifier of the token) is missing"),
    (prototype(sub=7), 400, "profile: the claim sub must be a non-empty string"),
    (prototype(SUB="8"), 400, "profile: the claim 'SUB' differs from sub only in case"),
    (prototype(exp=1497578282), 400, "profile:"),
    (prototype(exp=1497577381), 400, "profile:"),
    (prototype(nbf=1497577381000, exp=1497578281000), 400, "profile:"),
    (prototype(nbf=1497570000, exp=1497570900), 400, "expired:"),
    (prototype(nbf=1497577431), 400, "not-yet-valid:"),
    (prototype(iat=1497577431), 400, "issued-in-future:"),
    (prototype(iss="another"), 400, f"issuer: the issuer is 'another'; --iss requires '{ISSUER}'"),
    (prototype(sub="nobody"), 403, "subject: the prototype is for another user"),
    (prototype(sub="8"), 403, "subject: the prototype is for another user"),
]


class Client:
    """One connection, which is never made again."""

    def __init__(self, url):
        address = urllib.parse.urlsplit(url)
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=100)
        self.connection.connect()
        self.connection.auto_open = False

    def begin(self, body, user=7, path="/sign"):
        body = body if isinstance(body, bytes) else body.encode()
        headers = {"Content-Type": "text/plain", "Authorization": f"Bearer {token_of(user)}"} if user is not None else {}
        self.connection.request("POST", path, body, headers)

    def end(self):
        response = self.connection.getresponse()
        return response.status, response.read().decode()

    def ask(self, *request, **options):
        self.begin(*request, **options)
        return self.end()


def check_token(body, answer):
    """It is the token of that prototype: the same bytes, signed."""
    status, token = answer
    assert status == 200, answer
    assert token.split(".")[1] == body.strip().split(".")[1], (body, token)
    jwt.decode(token, KEY, algorithms=["RS256"], options={"verify_exp": False, "verify_nbf": False, "verify_iat": False})


def many(url):
    requests = []
    for number in range(10000):
        user = number % USERS
        # Some have the header of the document's example, a line break at the end, or a member that Python reads slowly.
        header = '{"alg":"HS256","typ":"JWT"}' if number % 10 == 0 else '{"alg":"RS256","typ":"JWT"}'
        body = prototype(header, sub=str(user), jti=f"{number}", n=10**4000 if number % 1000 == 1 else None)
        requests.append((body + "\n" * (number % 7 == 0), user, None))
    for number in range(100):
        body, status, words = BAD[number % len(BAD)]
        requests.insert(number * 101, (body, 7, (status, words)))
    counts, position, lock = collections.Counter(), iter(requests), threading.Lock()

    def work(client):
        while True:
            with lock:
                body, user, expected = next(position, (None, None, None))
            if body is None:
                return
            status, text = client.ask(body, user)
            if expected is None:
                check_token(body, (status, text))
                counts["200"] += 1
            else:
                assert (status, text[: len(expected[1])]) == expected, (body, status, text, expected)
                counts[f"{status} {text.split(':')[0]}"] += 1

    clients = [Client(url) for _ in range(CONNECTIONS)]
    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as threads:
        list(threads.map(work, clients))
    for words, count in sorted(counts.items()):
        print(words, count)


def statuses(url, text, is_cut_off=False):
    """Those of all answers to these bytes, which end the connection."""
    address = urllib.parse.urlsplit(url)
    with socket.create_connection((address.hostname, address.port), timeout=100) as connection:
        connection.sendall(text.encode())
        if is_cut_off:
            connection.shutdown(socket.SHUT_WR)
        answers = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    return re.findall("HTTP/1.1 ([0-9]+)", answers)


def framing(url):
    body = prototype()
    head = f"POST /sign HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token_of(7)}\r\n"
    end = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    # If this is taken for a request, it gets a token.
    hidden = f"{head}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    chunk = f"{len(body):x}\r\n{body}\r\n0\r\n\r\n"
    for name, text in [
        ("a good one", f"{head}Content-Length: {len(body)}\r\n\r\n{body}{end}"),
        ("two of them", f"{head}Content-Length: {len(body)}\r\n\r\n{body}{hidden}"),
        ("no length", f"{head}\r\n{end}"),
        ("two lengths", f"{head}Content-Length: 0\r\nContent-Length: {len(hidden)}\r\n\r\n{hidden}"),
        ("a length with a sign", f"{head}Content-Length: +0\r\n\r\n{hidden}"),
        ("chunks", f"{head}Transfer-Encoding: chunked\r\n\r\n{chunk}{end}"),
        (
            "a length and chunks",
            f"{head}Content-Length: {len(chunk + hidden)}\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}{hidden}",
        ),
        ("a line that is not a header", f"{head}nonsense\r\nContent-Length: {len(hidden)}\r\n\r\n{hidden}"),
        ("too long", f"{head}Content-Length: 16385\r\n\r\n{'a' * 16385}"),
    ]:
        print(f"{name}:", *statuses(url, text))
    print("half a body:", *statuses(url, f"{head}Content-Length: {2 * len(body)}\r\n\r\n{body}", is_cut_off=True))
    client = Client(url)
    print("nobody:", *client.ask(body, user=None))
    print("a stranger:", *client.ask(body, user="x"))
    print("another path:", *client.ask(body, path="/sign/"))
    client.connection.request("GET", "/sign")
    print("another method:", client.end()[0])


def rude(url):
    def half():
        client, body = Client(url), prototype().encode()
        client.connection.putrequest("POST", "/sign")
        client.connection.putheader("Authorization", f"Bearer {token_of(7)}")
        client.connection.putheader("Content-Length", str(len(body)))
        client.connection.endheaders(body[:100])
        return client

    slow = [half() for _ in range(100)]
    for _ in range(100):
        half().connection.close()
        away = Client(url)
        away.begin(prototype())
        away.connection.close()
    # All of them are there, or have just gone. Others are answered.
    client = Client(url)
    for _ in range(100):
        check_token(prototype(), client.ask(prototype()))
    # One sends its request in single bytes.
    request, client = f"POST /sign HTTP/1.1\r\nAuthorization: Bearer {token_of(7)}\r\nHost: x\r\nContent-Length:", Client(url)
    for byte in f"{request} {len(prototype())}\r\n\r\n{prototype()}".encode():
        client.connection.sock.send(bytes([byte]))
    response = http.client.HTTPResponse(client.connection.sock)
    response.begin()
    check_token(prototype(), (response.status, response.read().decode()))
    # The slow ones are not waited for.
    print("the slow ones:", *{client.connection.sock.recv(65536)[:12].decode() or "closed" for client in slow})


def with_waiting(url, service, act):
    """Lets 64 requests wait for signet, which stands still, while that happens."""
    signet = int(pathlib.Path(f"/proc/{service}/task/{service}/children").read_text())
    clients = [Client(url) for _ in range(CONNECTIONS)]
    # The service has accepted all connections when it has answered on each.
    for client in clients:
        client.begin(prototype())
    for client in clients:
        check_token(prototype(), client.end())
    os.kill(signet, signal.SIGSTOP)
    for client in clients:
        client.begin(prototype())
    act(signet)
    return [client.end() for client in clients]


def stop(url, service):
    def act(signet):
        os.kill(int(service), signal.SIGTERM)
        os.kill(signet, signal.SIGCONT)

    for answer in with_waiting(url, service, act):
        check_token(prototype(), answer)
    print(CONNECTIONS, "answered")


def kill(url, service):
    answers = with_waiting(url, service, lambda signet: os.kill(signet, signal.SIGKILL))
    print(*collections.Counter(answers).items())


def prepare():
    sessions = {hashlib.sha256(token_of(user).encode()).hexdigest(): str(user) for user in range(USERS)}
    pathlib.Path("sessions.json").write_text(json.dumps(sessions))
    pathlib.Path("users.txt").write_text("".join(f"{user}\n" for user in range(USERS)))


KEY = pathlib.Path("pub.pem").read_text()
command, *arguments = sys.argv[1:]
{"prepare": prepare, "many": many, "framing": framing, "rude": rude, "stop": stop, "kill": kill}[command](*arguments)
