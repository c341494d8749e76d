import { relative } from "node:path";
import type { ViteDevServer } from "vite";

/** What Vite's client is told when a source changed that scripts of pages update by themselves. */
const EVENT = "portal:changed";

/** Whether a page loads scripts of its own, and with them Vite's client. */
const isScripted = (html: string) => html.includes("/app/entry.client.tsx");

/**
 * Makes open pages show a changed source: Vite updates the parts that scripts draw; pages without scripts, and
 * all pages after a change of what only the server runs, load again.
 * @param onChange is called first, with every changed source.
 */
export function reloadPages(vite: ViteDevServer, onChange: () => void): void {
  vite.watcher.add(["functions", "workers", "public"]).on("all", (_, path) => {
    if (!/^(?:app|functions|workers|public)\//.test(relative(vite.config.root, path))) return;
    onChange();
    const isOfScripts = vite.environments.client.moduleGraph.getModulesByFile(path)?.size;
    vite.ws.send(isOfScripts ? { type: "custom", event: EVENT } : { type: "full-reload" });
  });
}

/** Adds Vite's client to a page without scripts, which then loads again after a change. */
export async function withReload(reply: Response): Promise<Response> {
  if (!reply.body || !reply.headers.get("Content-Type")?.startsWith("text/html")) return reply;
  const html = await reply.text();
  const [, nonce = ""] =
    /'nonce-([^']+)'/.exec(reply.headers.get("Content-Security-Policy") ?? "") ?? [];
  const script = `<script type="module" nonce="${nonce}">
import { createHotContext } from "/@vite/client";
createHotContext("/page").on("${EVENT}", () => location.reload());
</script>`;
  const headers = new Headers(reply.headers);
  headers.delete("Content-Length");
  const page = isScripted(html) ? html : html + script;
  return new Response(page, { status: reply.status, headers });
}
