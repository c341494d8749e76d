import type { AppLoadContext } from "@remix-run/cloudflare";

/**
 * The context of every page and API route, see `openAppContext`. Without the index signature of
 * Remix's type, so that a missing field does not compile.
 */
export type AppContext = {
  [Name in keyof AppLoadContext as string extends Name
    ? never
    : number extends Name
      ? never
      : Name]: AppLoadContext[Name];
};
