import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

const CLIENT = createRequire(import.meta.url).resolve("tus-js-client/dist/tus.min.js");

/** A page with one file field that uploads at once, with the client's defaults. */
const PAGE = `<!doctype html><title>tus</title><input type="file"><script src="/tus.min.js"></script>
<script>
document.querySelector("input").onchange = ({ target }) => {
  const [file] = target.files;
  new tus.Upload(file, {
    endpoint: "/uploads",
    metadata: { filename: file.name },
    onSuccess() { document.body.dataset.outcome = "stored"; },
    onError(error) { document.body.dataset.outcome = String(error); },
  }).start();
};
</script>`;

/** A site that takes files by the tus protocol into a folder of its own. */
interface TusSite {
  url: string;
  /** Removes the files it has. */
  clear: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startTusSite(): Promise<TusSite> {
  const directory = mkdtempSync(join(tmpdir(), "tus-"));
  const tus = new Server({
    path: "/uploads",
    // The server's own address is not the one that the browser uses.
    relativeLocation: true,
    datastore: new FileStore({ directory }),
  });
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/uploads")) return void tus.handle(request, response);
    const script = request.url === "/tus.min.js";
    response.setHeader("Content-Type", script ? "text/javascript" : "text/html; charset=utf-8");
    response.end(script ? readFileSync(CLIENT) : PAGE);
  });
  // A file that takes longer than Node's five minutes would be answered 408.
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    clear: async () => {
      for (const name of readdirSync(directory)) rmSync(join(directory, name));
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
