import { createContext, useContext } from "react";
import { useNonce } from "./nonce";

/** The text of the guard script on the server; empty in the browser, which does not need it. */
export const ScriptGuardContext = createContext("");

/**
 * Decides whether the other scripts start, so it stands before them; see
 * `app/platform/browsers/script-guard.ts`.
 */
export function ScriptGuard() {
  const script = useContext(ScriptGuardContext);
  return (
    <script
      id="script-guard"
      nonce={useNonce()}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, which must not be escaped.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}
