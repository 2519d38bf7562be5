"""Receives webhooks on a port and writes a line for each: its type, or that its signature was refused.

    webhook_receiver.py PORT SECRET FILE

The signature is checked by the package standardwebhooks, which knows nothing of loanfile; only the headers' names differ.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

PORT, SECRET, FILE = int(sys.argv[1]), sys.argv[2], sys.argv[3]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        headers = {name: self.headers[f"x-service-{name}"] for name in ("webhook-id", "webhook-timestamp", "webhook-signature")}
        try:
            Webhook(SECRET).verify(body, headers)
            line, status = json.loads(body)["type"], 204
        except WebhookVerificationError as error:
            line, status = f"refused: {error}", 400
        with open(FILE, "a") as file:
            print(line, file=file)
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


HTTPServer(("127.0.0.1", PORT), Receiver).serve_forever()
