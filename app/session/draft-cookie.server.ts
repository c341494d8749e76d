import * as v from "valibot";
import { DRAFT_DAYS } from "~/domain/submission/draft/draft-days";
import { isSecret, SECRET } from "~/platform/formats/secret-shape";
import type { Settings } from "~/platform/settings";
import { isSignatureOf, signatureOf } from "~/platform/signed-link";
import { secretCookie } from "./secret-cookie.server";

const keySchema = v.pipe(v.string(), v.check(isSecret));

/**
 * `new`: nothing stored yet. `open`: stored. `brought`: opened here by a signed-in artist, for as
 * long as they are signed in.
 */
const cookieStates = ["new", "open", "brought"] as const;
type CookieState = (typeof cookieStates)[number];

export interface DraftRef {
  key: string;
  draftId: string;
  state: CookieState;
}

/** An unsigned cookie may still hold a valid key; its other fields are ignored. */
type DraftCookie = DraftRef | { key: string; state: "unsigned" };

/** The key alone, or key, draft id (a ULID), state and signature. */
const cookieSchema = v.pipe(
  v.string(),
  v.regex(
    new RegExp(`^${SECRET}(\\.[0-9A-HJKMNP-TV-Z]{26}\\.(new|open|brought)\\.[0-9a-f]{64})?$`),
  ),
  v.transform((text) => text.split(".")),
);

const draftCookie = secretCookie("draft", DRAFT_DAYS * 86_400);

/** Parses a draft key; undefined if malformed. */
export function asDraftKey(text: unknown): string | undefined {
  const key = v.safeParse(keySchema, text);
  return key.success ? key.output : undefined;
}

const signaturePayload = ({ key, draftId, state }: DraftRef) =>
  ["draft-cookie", key, draftId, state].join("\n");

/** Reads the draft cookie. @param secret the setting SIGNING_SECRET. */
export async function readDraftCookie(
  request: Request,
  secret: string,
): Promise<DraftCookie | "malformed" | undefined> {
  const text = await draftCookie.read(request);
  if (text === undefined) return undefined;
  const result = v.safeParse(cookieSchema, text);
  if (!result.success) return "malformed";
  const [key = "", draftId = "", state, signature = ""] = result.output;
  const cookieState = cookieStates.find((candidate) => candidate === state);
  if (!cookieState) return { key, state: "unsigned" };
  const ref: DraftRef = { key, draftId, state: cookieState };
  return (await isSignatureOf(secret, signaturePayload(ref), signature))
    ? ref
    : { key, state: "unsigned" };
}

/**
 * Cache for the loaders of one page, which run side by side, each with its own copy of the
 * request.
 */
const cookiesByScope = new WeakMap<object, { header: string | null; read: CookiePromise }>();
type CookiePromise = ReturnType<typeof readDraftCookie>;

/** Reads the draft cookie once for each request, since checking signatures is slow. */
export function draftCookieOf(
  request: Request,
  { scope, settings }: { scope: object; settings: Pick<Settings, "SIGNING_SECRET"> },
): CookiePromise {
  const header = request.headers.get("Cookie");
  const cached = cookiesByScope.get(scope);
  if (cached?.header === header) return cached.read;
  const cookie = readDraftCookie(request, settings.SIGNING_SECRET);
  cookiesByScope.set(scope, { header, read: cookie });
  return cookie;
}

/**
 * The Set-Cookie header that keeps a draft in this browser for 14 days.
 * @param secret the setting SIGNING_SECRET.
 */
export async function draftCookieHeader(
  request: Request,
  ref: DraftRef,
  secret: string,
): Promise<string> {
  const { key, draftId, state } = ref;
  const signature = await signatureOf(secret, signaturePayload(ref));
  return draftCookie.serialize(request, [key, draftId, state, signature].join("."));
}

export function storedDraftId(cookie: DraftCookie | "malformed" | undefined): string | undefined {
  if (typeof cookie !== "object" || cookie.state === "unsigned") return undefined;
  return cookie.state === "new" ? undefined : cookie.draftId;
}

/** Whether a sign-in brought the draft to this browser. */
export async function isDraftFromSignIn(
  request: Request,
  context: Parameters<typeof draftCookieOf>[1],
): Promise<boolean> {
  const cookie = await draftCookieOf(request, context);
  return typeof cookie === "object" && cookie.state === "brought";
}

export function clearDraftCookie(request: Request): Promise<string> {
  return draftCookie.expire(request);
}

/** Headers that keep the draft in this browser for 14 more days. */
export async function extendDraftCookie(
  request: Request,
  { settings }: { settings: Pick<Settings, "SIGNING_SECRET"> },
  draftId: string,
): Promise<Headers> {
  const { SIGNING_SECRET: secret } = settings;
  const cookie = await readDraftCookie(request, secret);
  if (typeof cookie !== "object") return new Headers();
  const state = cookie.state === "brought" ? "brought" : "open";
  const ref: DraftRef = { key: cookie.key, draftId, state };
  return new Headers({ "Set-Cookie": await draftCookieHeader(request, ref, secret) });
}
