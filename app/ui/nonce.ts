import { createContext, useContext } from "react";

/** The nonce of this response; empty in the browser, which hides it from scripts. */
export const NonceContext = createContext("");

/** The nonce for inline scripts while rendering on the server. */
export function useNonce(): string | undefined {
  return useContext(NonceContext) || undefined;
}
