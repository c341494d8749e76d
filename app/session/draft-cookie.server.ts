import * as v from "valibot";
import { isSecret, SECRET } from "~/platform/formats/secret-shape";
import type { Settings } from "~/platform/settings";
import { isSignatureOf, signatureOf } from "~/platform/signed-link";
import { DRAFT_DAYS } from "~/submission/draft/draft-days";
import { secretCookie } from "./secret-cookie.server";

const keySchema = v.pipe(v.string(), v.check(isSecret));

/**
 * How far the draft of a cookie was when we signed it: nothing stored yet, opened, or brought here by an
 * artist who is signed in, and open for as long as they are.
 */
const cookieStates = ["new", "open", "brought"] as const;
type CookieState = (typeof cookieStates)[number];

/** What names a draft in a browser. */
export interface DraftRef {
  /** The secret that unlocks the draft. */
  key: string;
  draftId: string;
  state: CookieState;
}

/** A cookie as it came; one that we never signed may still hold a key, and nothing else counts. */
type DraftCookie = DraftRef | { key: string; state: "unsigned" };

/** The key alone, or the key, the draft's id (a ULID), its state and our signature. */
const cookieSchema = v.pipe(
  v.string(),
  v.regex(
    new RegExp(`^${SECRET}(\\.[0-9A-HJKMNP-TV-Z]{26}\\.(new|open|brought)\\.[0-9a-f]{64})?$`),
  ),
  v.transform((text) => text.split(".")),
);

const draftCookie = secretCookie("draft", DRAFT_DAYS * 86_400);

/** A text as a draft key, if it has the form of one. */
export function asDraftKey(text: unknown): string | undefined {
  const key = v.safeParse(keySchema, text);
  return key.success ? key.output : undefined;
}

/** What is signed: good for nothing else than this cookie. */
const signedText = ({ key, draftId, state }: DraftRef) =>
  ["draft-cookie", key, draftId, state].join("\n");

/**
 * The draft cookie of a visitor: absent, unreadable, or a key that may unlock a draft.
 * @param secret the setting SIGNING_SECRET.
 */
export async function readDraftCookie(
  request: Request,
  secret: string,
): Promise<DraftCookie | "malformed" | undefined> {
  const text = await draftCookie.read(request);
  if (text === undefined) return undefined;
  const result = v.safeParse(cookieSchema, text);
  if (!result.success) return "malformed";
  const [key = "", draftId = "", state, signature = ""] = result.output;
  const cookieState = cookieStates.find((one) => one === state);
  if (!cookieState) return { key, state: "unsigned" };
  const name: DraftRef = { key, draftId, state: cookieState };
  return (await isSignatureOf(secret, signedText(name), signature))
    ? name
    : { key, state: "unsigned" };
}

/** What requests have read, by their scopes: a page's loaders ask side by side, each with a copy of it. */
const cookiesByScope = new WeakMap<object, { header: string | null; read: Read }>();
type Read = ReturnType<typeof readDraftCookie>;

/** The same for all who ask within a request: signatures take their time. */
export function draftCookieOf(
  request: Request,
  { scope, settings }: { scope: object; settings: Pick<Settings, "SIGNING_SECRET"> },
): Read {
  const header = request.headers.get("Cookie");
  const before = cookiesByScope.get(scope);
  if (before?.header === header) return before.read;
  const cookie = readDraftCookie(request, settings.SIGNING_SECRET);
  cookiesByScope.set(scope, { header, read: cookie });
  return cookie;
}

/**
 * The Set-Cookie header that keeps a draft open in this browser for 14 days.
 * @param secret the setting SIGNING_SECRET.
 */
export async function draftCookieHeader(
  request: Request,
  name: DraftRef,
  secret: string,
): Promise<string> {
  const { key, draftId, state } = name;
  const signature = await signatureOf(secret, signedText(name));
  return draftCookie.keep(request, [key, draftId, state, signature].join("."));
}

/** The id of the draft in a cookie that we signed once something of it was stored. */
export function storedDraftId(cookie: DraftCookie | "malformed" | undefined): string | undefined {
  if (typeof cookie !== "object" || cookie.state === "unsigned") return undefined;
  return cookie.state === "new" ? undefined : cookie.draftId;
}

/** Whether the draft of this browser was brought here by whoever is, or was, signed in. */
export async function isDraftFromSignIn(
  request: Request,
  context: Parameters<typeof draftCookieOf>[1],
): Promise<boolean> {
  const cookie = await draftCookieOf(request, context);
  return typeof cookie === "object" && cookie.state === "brought";
}

/** The Set-Cookie header that has this browser forget its draft. */
export function clearDraftCookie(request: Request): Promise<string> {
  return draftCookie.drop(request);
}

/** Headers that keep the visitor's draft open in this browser for 14 days from now. */
export async function keepDraftOpen(
  request: Request,
  { settings }: { settings: Pick<Settings, "SIGNING_SECRET"> },
  draftId: string,
): Promise<Headers> {
  const { SIGNING_SECRET: secret } = settings;
  const cookie = await readDraftCookie(request, secret);
  if (typeof cookie !== "object") return new Headers();
  const state = cookie.state === "brought" ? "brought" : "open";
  const name: DraftRef = { key: cookie.key, draftId, state };
  return new Headers({ "Set-Cookie": await draftCookieHeader(request, name, secret) });
}
