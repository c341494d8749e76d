import { createContext, useContext } from "react";
import { useNonce } from "./nonce";

/** The script that decides whether the others start, as the server has it; browsers need it no more. */
export const ScriptGuardContext = createContext("");

/** Stands before all scripts of a page; see `app/platform/browsers/script-guard.ts`. */
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
