import type { AppLoadContext } from "@remix-run/cloudflare";

/**
 * What every page and API route works with, as `openPortal` opens it. Remix lets its own type have any
 * other name too, so that a wire that was forgotten would compile there.
 */
export type Portal = {
  [Name in keyof AppLoadContext as string extends Name
    ? never
    : number extends Name
      ? never
      : Name]: AppLoadContext[Name];
};
