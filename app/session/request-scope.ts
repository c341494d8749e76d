import type { Failure } from "~/monitoring/errors/failure.server";
import type { Log } from "~/monitoring/log";
import { isApi } from "~/platform/api-path";
import type { Principal, SignedIn } from "~/platform/principal";
import { artistDay } from "~/submission/music/release-dates";
import { type FailureReportDeps, failureReporter } from "./failure-reporter.server";
import { type PrincipalDeps, readArtist, readPrincipal } from "./read-principal";
import { SIGN_IN, signInAt } from "./require-staff";
import { utcOffsetMinutes } from "./session-cookie";
import { limitCall, type RateLimitDeps, type VisitorLimiter } from "./visitor-limits.server";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change state: it must come from a page of this site. Browsers say so in
 * Origin and Sec-Fetch-Site, and whatever they say must agree; a client that sends neither is no
 * browser, carries no ambient cookies and cannot be made to forge anything.
 * @param publicUrl the address that artists see, where something in front of this site ends TLS.
 */
export function isFromOwnOrigin(request: Request, publicUrl?: string): boolean {
  if (SAFE.has(request.method)) return true;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = request.headers.get("Origin");
  if (origin === null) return true;
  return [request.url, publicUrl].some((own) => own && isSame(own, origin));
}

/** Whether two addresses have scheme, host and port in common; what has none of them is like nothing. */
function isSame(own: string, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).origin === new URL(own).origin;
}

/** What belongs to one request alone. */
export interface RequestScope extends VisitorLimiter {
  /** Names this request in every log line. */
  requestId: string;
  /** The value that lets a script of ours past the content security policy. */
  nonce: string;
  /**
   * Who makes this request: looked up once, and not before somebody asks. Whoever is staff and has an
   * account of an artist's as well is staff here; `artist` tells of the other.
   */
  principal: () => Promise<Principal>;
  /** The artist who is signed in in this browser, whoever else they are. */
  artist: () => Promise<SignedIn | undefined>;
  /** The same for a page or call of the portal, where a demo signs in who is nobody yet, and takes its time. */
  portalArtist: () => Promise<SignedIn | undefined>;
  /** Where staff sign in who ask for this page, and come back to it; undefined for a call. */
  signIn: string | undefined;
  /** Whether this request may change anything: it comes from a page of this site. */
  fromOwnOrigin: boolean;
  /** The artist's own day at a time, where that is later than in UTC; see `release-dates`. */
  artistDay: (at: Date) => Date;
  /** Writes the one line about an error that nobody can act on, and notes it for staff. */
  logFailure: (error: unknown) => void;
  /** Notes a failure for staff, with others of its cause. */
  recordFailureForStaff: (failure: Failure, subjectId: string | null) => void;
  /** Lets work go on, for half a minute at most, where whoever asked for it has gone away. */
  waitUntil: (work: Promise<unknown>) => void;
  /** Has the API answer a call within this request, as whoever makes it. */
  callApi: (call: Request) => Promise<Response>;
  /** Headers that the reply carries beside its own, whoever makes it. */
  replyHeaders: Headers;
  /** Set once an action shows its form again, for what is wrong with it. */
  isRefused: boolean;
}

/** Who makes a request: each asked for once, and not before somebody does. */
function createPrincipalReaders(
  request: Request,
  deps: PrincipalDeps,
  demo: Pick<ScopeDeps, "demoDelay" | "signInDemoArtist">,
): Pick<RequestScope, "principal" | "artist" | "portalArtist"> {
  let principal: Promise<Principal> | undefined;
  let artist: Promise<SignedIn | undefined> | undefined;
  let visit: Promise<SignedIn | undefined> | undefined;
  let delay: Promise<void> | undefined;
  const readOnce = () => {
    artist ??= readArtist(request, deps);
    return artist;
  };
  return {
    principal: () => {
      principal ??= readPrincipal(request, deps, readOnce);
      return principal;
    },
    artist: readOnce,
    portalArtist: async () => {
      delay ??= demo.demoDelay();
      await delay;
      const signedInArtist = await readOnce();
      if (signedInArtist || isApi(request.url)) return signedInArtist;
      // Loaders of one page run side by side: the first of them signs in for all.
      visit ??= demo.signInDemoArtist();
      artist = visit;
      if (await visit) principal = undefined;
      return visit;
    },
  };
}

/** What a request's scope is made of beside the request. */
interface ScopeDeps extends Pick<RequestScope, "requestId" | "nonce" | "waitUntil" | "callApi"> {
  log: Log;
  /** The name of its route, and the build that answers it. */
  route: string;
  release: string | null;
  /** What a demo adds to a visit of the portal: its time, and who is signed in. */
  demoDelay: () => Promise<void>;
  signInDemoArtist: () => Promise<SignedIn | undefined>;
}

/** What belongs to a request alone. */
export function openScope(
  request: Request,
  services: PrincipalDeps &
    RateLimitDeps &
    Pick<FailureReportDeps, "ids" | "monitoring"> & {
      settings: { PUBLIC_URL?: string | undefined };
    },
  { requestId, nonce, log, route, release, waitUntil, callApi, ...demo }: ScopeDeps,
): RequestScope {
  return {
    requestId,
    nonce,
    waitUntil,
    callApi,
    ...createPrincipalReaders(request, services, demo),
    // Few pages ask.
    get signIn() {
      return signInAt(SIGN_IN, request);
    },
    fromOwnOrigin: isFromOwnOrigin(request, services.settings.PUBLIC_URL),
    artistDay: (at) => artistDay(at, utcOffsetMinutes(request)),
    limitCall: (call) => limitCall(services, request, call),
    ...failureReporter(request, { ...services, log }, { route, release, waitUntil }),
    replyHeaders: new Headers(),
    isRefused: false,
  };
}
