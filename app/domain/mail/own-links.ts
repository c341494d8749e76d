import { SECRET } from "~/platform/formats/secret-shape";

/** In place of the token until the mail is written, and again once it was sent. */
const PLACEHOLDER = "your-own-link";

/** The address where a release is put right; a placeholder without a token. */
export const fixUrlOf = (site: string, token = PLACEHOLDER) => `${site}/fix/${token}`;

export const withFixToken = (body: string, site: string, token: string): string =>
  body.replaceAll(fixUrlOf(site), fixUrlOf(site, token));

const FIX_TOKEN = new RegExp(String.raw`(/fix/)${SECRET}(?![\w-])`, "g");

/** Removes the tokens of links that open a draft. */
export const withoutFixTokens = (body: string): string =>
  body.replace(FIX_TOKEN, `$1${PLACEHOLDER}`);

/** Removes signatures, which act for the recipient, and tokens. */
export const withoutOwnLinks = (body: string): string =>
  withoutFixTokens(body.replace(/(\/(?:mail|status)\/[\w-]+)\?[^\s"<>]*/g, "$1"));
