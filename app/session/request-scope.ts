import { artistDay } from "~/domain/submission/music/release-dates";
import { type NetworkPlace, networkPlace } from "~/domain/submission/steps/network-place.server";
import type { Failure } from "~/observability/errors/failure.server";
import {
  type FailureReportDeps,
  failureReporter,
} from "~/observability/errors/failure-reporter.server";
import type { Log } from "~/observability/log";
import { isApi } from "~/platform/api-path";
import { type AccountRight, hasRight, type Principal, type SignedIn } from "~/platform/principal";
import { utcOffsetMinutes } from "~/platform/session-cookie";
import { readDraftCookie, storedDraftId } from "./draft-cookie.server";
import { foreignOrigin } from "./origin";
import { type PrincipalDeps, readArtist, readPrincipal } from "./read-principal";
import { SIGN_IN, signInAt } from "./require-staff";
import { limitCall, type RateLimitDeps, type VisitorLimiter } from "./visitor-limits.server";

export interface RequestScope extends VisitorLimiter {
  requestId: string;
  /** Nonce of the content security policy. */
  nonce: string;
  /** Whether staff make this request, read once and lazily. */
  principal: () => Promise<Principal>;
  /** The signed-in artist, also if they are staff; undefined for a token without the right. */
  artist: (right: AccountRight) => Promise<SignedIn | undefined>;
  /**
   * Like `artist`, for the portal: with demo settings it signs in the demo artist and simulates
   * latency.
   */
  portalArtist: (right: AccountRight) => Promise<SignedIn | "right-missing" | undefined>;
  /** URL of the staff sign-in that leads back to this page; undefined for an API call. */
  signIn: string | undefined;
  /** Set where this request may not change state, see {@link foreignOrigin}. */
  foreignOrigin: ReturnType<typeof foreignOrigin>;
  /** The artist's local day, if later than in UTC; see `release-dates`. */
  artistDay: (now: Date) => Date;
  /** Where the visitor's network is. */
  networkPlace: NetworkPlace | undefined;
  /** Logs an unexpected error and records it for staff. */
  logFailure: (error: unknown) => void;
  recordFailureForStaff: (failure: Failure, subjectId: string | null) => void;
  /** Keeps a promise running after the reply, for half a minute at most. */
  waitUntil: (task: Promise<unknown>) => void;
  /** Calls the API within this request, with the same principal. */
  callApi: (call: Request) => Promise<Response>;
  replyHeaders: Headers;
  isRefused: boolean;
}

function createPrincipalReaders(
  request: Request,
  deps: PrincipalDeps,
  demo: Pick<ScopeDeps, "demoDelay" | "signInDemoArtist">,
): Pick<RequestScope, "principal" | "artist" | "portalArtist"> {
  let principal: Promise<Principal> | undefined;
  let artist: Promise<SignedIn | undefined> | undefined;
  let demoSignIn: Promise<SignedIn | undefined> | undefined;
  let delay: Promise<void> | undefined;
  const readOnce = () => {
    artist ??= readArtist(request, deps);
    return artist;
  };
  return {
    principal: () => {
      principal ??= readPrincipal(request, deps);
      return principal;
    },
    artist: async (right) => {
      const signedInArtist = await readOnce();
      return signedInArtist && hasRight(signedInArtist, right) ? signedInArtist : undefined;
    },
    portalArtist: async (right) => {
      delay ??= demo.demoDelay();
      await delay;
      const signedInArtist = await readOnce();
      if (signedInArtist) return hasRight(signedInArtist, right) ? signedInArtist : "right-missing";
      if (isApi(request.url)) return undefined;
      // Loaders of one page run in parallel: the first signs in for all.
      demoSignIn ??= demo.signInDemoArtist();
      artist = demoSignIn;
      return demoSignIn;
    },
  };
}

interface ScopeDeps extends Pick<RequestScope, "requestId" | "nonce" | "waitUntil" | "callApi"> {
  log: Log;
  route: string;
  release: string | null;
  demoDelay: () => Promise<void>;
  signInDemoArtist: () => Promise<SignedIn | undefined>;
}

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
    get signIn() {
      return signInAt(SIGN_IN, request);
    },
    foreignOrigin: foreignOrigin(request, services.settings.PUBLIC_URL),
    artistDay: (now) => artistDay(now, utcOffsetMinutes(request)),
    get networkPlace() {
      return networkPlace(request);
    },
    limitCall: (call, bytes) => limitCall(services, request, call, bytes),
    ...failureReporter(
      request,
      { ...services, log },
      {
        route,
        release,
        waitUntil,
        readDraftId: async () =>
          storedDraftId(await readDraftCookie(request, services.settings.SIGNING_SECRET)),
      },
    ),
    replyHeaders: new Headers(),
    isRefused: false,
  };
}
