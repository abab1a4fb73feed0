"""POST /sign: sign the prototypes of an IMS app, each for the user who asks, with one signet process that stays.

    PORT=8080 SESSIONS=sessions.json python3 service.py --key ims.key --iss "$API_KEY" --subject-allow users.txt
"""

import base64, contextlib, hashlib, http.server, json, os, re, signal, sys, threading, time
from signer import Signer, SigningError

BYTES, IN_FLIGHT, CONNECTIONS, SECONDS = 16384, 64, 512, 5
HEADERS = {"Content-Type": "text/plain", "Cache-Control": "no-store", "WWW-Authenticate": "Bearer"}
STATUS = {"signing-failed": 500, "ended": 503}  # 400 for every other reason of signet.
NOT_YOURS = 403, "subject: the prototype is for another user"


def authenticate(authorization):
    """REPLACE THIS: return the user whom the Authorization header identifies, or None."""
    scheme, _, token = authorization.partition(" ")
    return sessions.get(hashlib.sha256(token.encode()).hexdigest()) if scheme.lower() == "bearer" else None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version, timeout, wbufsize, disable_nagle_algorithm = "HTTP/1.1", SECONDS, -1, True

    def do_POST(self):
        status, text = self.sign()
        self.send_response(status)
        for header in HEADERS.items():
            self.send_header(*header)
        self.send_header("Content-Length", str(len(text.encode())))
        if status in (411, 413) or is_stopping.is_set():
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(text.encode())

    def sign(self):
        length = ",".join(self.headers.get_all("Content-Length", []))
        # If it is uncertain where the body ends, a part of it could be taken for the next request.
        if self.headers.defects or "Transfer-Encoding" in self.headers or not re.fullmatch("[0-9]{1,9}", length):
            return 411, "expected a Content-Length"
        if int(length) > BYTES:
            return 413, f"expected at most {BYTES} bytes"
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            raise ConnectionError("the client went away")
        if self.path != "/sign":
            return 404, "expected POST /sign"
        user = authenticate(self.headers.get("Authorization", ""))
        if user is None:
            return 401, "expected Authorization: Bearer TOKEN"
        try:
            with in_flight:
                token = signer.sign(body.decode(errors="replace"))
        except SigningError as error:
            if error.reason == "subject":
                return NOT_YOURS
            return STATUS.get(error.reason, 400), f"{error.reason}: {error}"
        # signet refuses claims that two readers could understand differently. So check what it has signed.
        claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="), parse_int=str)
        return (200, token) if claims["sub"] == user else NOT_YOURS

    def handle(self):
        with contextlib.suppress(ConnectionError):
            super().handle()

    def log_message(self, *_):
        """Log what you need, but no prototype and no token: a token is a credential."""


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = CONNECTIONS

    def verify_request(self, *_):
        return threading.active_count() <= CONNECTIONS

    def service_actions(self):
        if signer.has_ended:
            sys.exit("signet has ended")  # The supervisor of this service starts both again.


def main():
    global sessions, in_flight, is_stopping, signer
    with open(os.environ["SESSIONS"], encoding="utf-8") as file:
        sessions = json.load(file)
    in_flight, is_stopping = threading.Semaphore(IN_FLIGHT), threading.Event()
    address = (os.environ.get("ADDRESS", "127.0.0.1"), int(os.environ.get("PORT", 8080)))
    rules = ["--prototype", "--profile", "ims", "--leeway", "30s"]
    with Signer(*rules, *sys.argv[1:]) as signer, Server(address, Handler) as server:
        for number in [signal.SIGTERM, signal.SIGINT]:
            signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
        print(f"http://{address[0]}:{server.server_port}/sign", flush=True)
        try:
            server.serve_forever()
        finally:
            is_stopping.set()
            # Besides this thread and the signer's, each thread answers a request or waits for one.
            end = time.monotonic() + SECONDS
            while threading.active_count() > 2 and time.monotonic() < end:
                time.sleep(0.05)


if __name__ == "__main__":
    main()
