import * as v from "valibot";
import { DRAFT_DAYS } from "~/domain/submission/draft/draft-days";
import { isSecret, SECRET } from "~/platform/formats/secret-shape";
import { sha256Hex } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
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

const ULID = "[0-9A-HJKMNP-TV-Z]{26}";

/** The key alone, or key, draft id, state and signature; the key as {@link linkedKey} says. */
const cookieSchema = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${SECRET}(~${SECRET})?(\\.${ULID}\\.(new|open|brought)\\.[0-9a-f]{64})?$`)),
  v.transform((text) => text.split(".")),
);

const MAX_AGE_SECONDS = DRAFT_DAYS * 86_400;
const draftCookie = secretCookie("draft", MAX_AGE_SECONDS);
/**
 * Each new draft has a cookie of its own, so that the late reply of another first visit replaces
 * neither it nor the key of a stored draft.
 */
const newDraftCookie = (draftId: string) => secretCookie(`draft-${draftId}`, MAX_AGE_SECONDS);

const NEW_COOKIE_NAME = new RegExp(`(?:^|[; ])(?:__Host-)?draft-(${ULID})=`, "g");
/** More than one come only from visits side by side. */
const MAX_NEW_COOKIES = 10;

/** The oldest first, since browsers send them in that order (RFC 6265, section 5.4). */
function newDraftCookies(request: Request) {
  const found = (request.headers.get("Cookie") ?? "").matchAll(NEW_COOKIE_NAME);
  return [...found].slice(0, MAX_NEW_COOKIES).map(([, draftId = ""]) => newDraftCookie(draftId));
}

/** Parses a draft key; undefined if malformed. */
export function asDraftKey(text: unknown): string | undefined {
  const key = v.safeParse(keySchema, text);
  return key.success ? key.output : undefined;
}

/** The key of a browser that a link opened: the link's, and one of its own that outlives the link. */
export const linkedKey = (linkKey: string, ids: Pick<Ids, "secret">): string =>
  `${linkKey}~${ids.secret()}`;

export interface KeyHashes<Hash = string> {
  keyHash: Hash;
  /** Of the browser's own key, where a link opened it; else the same. */
  ownHash: Hash;
}

export async function hashKey(key: string): Promise<KeyHashes> {
  const [first = "", own] = key.split("~");
  const keyHash = await sha256Hex(first);
  return { keyHash, ownHash: own === undefined ? keyHash : await sha256Hex(own) };
}

const signaturePayload = ({ key, draftId, state }: DraftRef) =>
  ["draft-cookie", key, draftId, state].join("\n");

/** Reads the draft cookie. @param secret the setting SIGNING_SECRET. */
export async function readDraftCookie(
  request: Request,
  secret: string,
): Promise<DraftCookie | "malformed" | undefined> {
  const text =
    (await draftCookie.read(request)) ?? (await newDraftCookies(request)[0]?.read(request));
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
export async function draftCookieHeader(request: Request, ref: DraftRef, secret: string) {
  const { key, draftId, state } = ref;
  const signature = await signatureOf(secret, signaturePayload(ref));
  const cookie = state === "new" ? newDraftCookie(draftId) : draftCookie;
  return cookie.serialize(request, [key, draftId, state, signature].join("."));
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

/** The Set-Cookie headers that remove every draft from this browser. */
export function clearDraftCookies(request: Request): Promise<string[]> {
  const cookies = [...newDraftCookies(request), draftCookie];
  return Promise.all(
    cookies.filter((cookie) => cookie.isPresent(request)).map((cookie) => cookie.expire(request)),
  );
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
