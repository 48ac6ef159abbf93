"""The page that browsers load: its files, their types, tags, encodings and headers."""

import gzip
import http.client
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from client import TIMEOUT, VOLPE, Server

FILES = {
    "index.html": b"<!doctype html><head><title>Volpe</title></head>",
    "index.html.gz": b"not really packed",
    "assets/index-3fa9.js": b"export {}" * 100,
    "assets/index-3fa9.js.gz": gzip.compress(b"export {}" * 100),
    "assets/index-3fa9.js.br": b"not really brotli",
    "assets/index-3fa9.css": b"body{}",
    "manifest.webmanifest": b"{}",
    "icon.svg": b"<svg/>",
    "deep/er/notes.txt": b"",
}


class ThePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        for name, content in FILES.items():
            file = pathlib.Path(cls.folder.name) / "page" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        (pathlib.Path(cls.folder.name) / "secret").write_text("not for the world")
        cls.server = Server(page=f"{cls.folder.name}/page/")

    @classmethod
    def tearDownClass(cls):
        cls.server.close()
        cls.folder.cleanup()

    def get(self, path, method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT)
        try:
            connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def test_files_are_sent_as_they_are(self):
        types = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
                 "css": "text/css; charset=utf-8", "webmanifest": "application/manifest+json",
                 "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8"}
        for name, content in FILES.items():
            ending = name.rsplit(".", 1)[1]
            if ending not in types:
                continue
            status, headers, body = self.get("/" + name)
            self.assertEqual((status, body, headers["Content-Type"]), (200, content, types[ending]), name)
            self.assertIsNone(headers["Content-Encoding"])
            forever = headers["Cache-Control"] == "public, max-age=31536000, immutable"
            self.assertEqual((forever, headers["Cache-Control"] == "no-cache"),
                             (name.startswith("assets/"), not name.startswith("assets/")), name)
        self.assertEqual(self.get("/index.html", "HEAD")[1]["Content-Length"], str(len(FILES["index.html"])))

    def test_the_page_finds_its_own_way(self):
        for path in ("/", "/table/0123", "/replay?record=a.b", "/rules/clever/", "/apiary"):
            self.assertEqual(self.get(path)[::2], (200, FILES["index.html"]), path)
        for path in ("/nothing.js", "/assets/gone-1.css", "/../secret", "/%2e%2e/secret", "/..%2fsecret", "/.env",
                     "/api", "/api/", "/api/v2", "/metrics/x", "/healthz/x", "/ws/x", "/secret.txt"):
            self.assertIn(self.get(path)[0], (400, 404), path)
        self.assertEqual(self.get("/", "POST")[0], 404)
        self.assertEqual(self.get("/api/v1/games")[0], 200)
        self.assertEqual(self.get("/healthz")[2], b"ok\n")

    def test_the_page_of_a_table_says_which_table_it_is(self):
        token = self.server.request("POST", "/api/v1/people", {"name": "Anna"})[1]["token"]
        opening = {"game": "clever", "seats": 1, "options": {"decline": "allowed"}}
        table = self.server.request("POST", "/api/v1/tables", opening, token)[1]["table"]
        for stage, do in (("open", {"do": "sit", "seat": 0}), ("open", {"do": "start"}), ("playing", None)):
            status, headers, body = self.get(f"/t/{table}", Accept_Encoding="gzip")
            self.assertEqual((status, headers["Content-Encoding"]), (200, None))
            head, line, rest = re.fullmatch(rb'(.*)<script type="application/json" id="table">(.*)</script>(.*)',
                                            body).groups()
            self.assertEqual(head + rest, FILES["index.html"])
            line = json.loads(line)
            self.assertEqual([line[key] for key in ("table", "game", "seats", "stage")], [table, "clever", 1, stage])
            self.assertEqual((line["dice"], line["options"]["decline"]), ("fair", "allowed"))
            self.assertNotIn("Anna", str(line))
            self.assertEqual(self.get(f"/t/{table}", "HEAD")[1]["Content-Length"], str(len(body)))
            self.assertEqual(self.get(f"/t/{table}", If_None_Match=headers["ETag"])[::2], (304, b""))
            if do:
                self.assertEqual(self.server.request("POST", f"/api/v1/tables/{table}", {"id": str(do), **do}, token)[0], 200)
        for nowhere in ("/t/", "/t/0123456789abcdef", f"/t/{table}/", "/t/%3c/script%3e"):
            self.assertEqual(self.get(nowhere)[::2], (200, FILES["index.html"]), nowhere)

    def test_compressed_files_go_to_who_takes_them(self):
        path = "/assets/index-3fa9.js"
        for accepted, encoding in (("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip;q=0.5", "gzip"),
                                   ("identity", None), ("gzip;q=0", None), ("gzipped", None), ("", None)):
            _, headers, body = self.get(path, Accept_Encoding=accepted)
            self.assertEqual((headers["Content-Encoding"], headers["Vary"]), (encoding, "Accept-Encoding"), accepted)
            self.assertEqual(headers["Content-Type"], "text/javascript; charset=utf-8")
            ending = {"br": ".br", "gzip": ".gz", None: ""}[encoding]
            self.assertEqual(body, FILES[path[1:] + ending])

    def test_what_is_known_is_not_sent_again(self):
        path = "/assets/index-3fa9.js"
        tags = {self.get(path, Accept_Encoding=accepted)[1]["ETag"] for accepted in ("br", "gzip", "")}
        self.assertEqual(len(tags), 3, "each has its own")
        tag = self.get("/")[1]["ETag"]
        for known in (tag, f'"1", W/{tag}'):
            status, headers, body = self.get("/table/1", If_None_Match=known)
            self.assertEqual((status, body, headers["ETag"]), (304, b"", tag))
            self.assertIsNone(headers["Content-Type"])
        self.assertEqual(self.get("/", If_None_Match='"1"')[0], 200)

    def test_headers_keep_the_page_to_itself(self):
        for path in ("/", "/assets/index-3fa9.js", "/api/v1/games", "/nothing.js"):
            headers = self.get(path)[1]
            for rule in ("default-src 'self'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
                         "img-src 'self' data: blob:", "object-src 'none'", "base-uri 'none'", "form-action 'none'",
                         "frame-ancestors 'none'"):
                self.assertIn(rule, headers["Content-Security-Policy"].split("; "), path)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")
            self.assertEqual(headers["Cross-Origin-Opener-Policy"], "same-origin")
            self.assertIn("camera=()", headers["Permissions-Policy"])

    def test_files_that_come_later_are_not_there(self):
        late = pathlib.Path(self.folder.name) / "page" / "late.txt"
        late.write_text("late")
        self.addCleanup(late.unlink)
        self.assertEqual(self.get("/late.txt")[0], 404)


class WithoutAPage(unittest.TestCase):
    def test_the_server_says_so(self):
        server = Server()
        self.addCleanup(server.close)
        for path in ("/", "/table/1", "/index.html"):
            status, answer = server.request("GET", path)
            self.assertEqual(status, 404)
            self.assertIn("no page", answer["error"]["message"])

    def test_a_folder_without_one_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "empty").mkdir()
            for page in (f"{folder}/nowhere", f"{folder}/empty"):
                done = subprocess.run([VOLPE, "serve", "--page", page, "--store", f"sqlite:{folder}/x.db"],
                                      capture_output=True, text=True, timeout=TIMEOUT, env=os.environ, check=False)
                self.assertEqual(done.returncode, 2)
                self.assertIn(page, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
