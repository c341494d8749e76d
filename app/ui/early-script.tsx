import { createContext, useContext } from "react";
import { useNonce } from "./nonce";

/** The small scripts of a page's head; see `app/platform/browsers/`. */
type EarlyScriptId = "script-guard" | "post-once" | "early-keys" | "local-times";

/** Their texts on the server; empty in the browser, which does not need them. */
export const EarlyScriptsContext = createContext<Partial<Record<EarlyScriptId, string>>>({});

/** A script that runs before the page is drawn. */
export function EarlyScript({ id }: { id: EarlyScriptId }) {
  const scripts = useContext(EarlyScriptsContext);
  return (
    <script
      id={id}
      nonce={useNonce()}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, which must not be escaped.
      dangerouslySetInnerHTML={{ __html: scripts[id] ?? "" }}
    />
  );
}
