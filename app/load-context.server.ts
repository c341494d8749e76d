import type { ReadMode } from "~/entry/submission-mode";
import { consoleLog, reasonOf } from "~/monitoring/log";
import type { Principal } from "~/platform/principal";
import { isFromOwnOrigin } from "~/session/origin-check";
import { readPrincipal } from "~/session/principal";
import { signInFor } from "~/session/require-staff";
import { minutesAhead } from "~/session/session-cookie";
import { takeCall, type VisitorTurns } from "~/session/visitor-limits.server";
import { artistDay } from "~/submission/music/release-dates";
import { type Bindings, isolateMemory, openServices, type Services } from "./services.server";

/** The bindings of the site worker. */
export type SiteBindings = Bindings;

/** What belongs to one request alone. */
export interface RequestScope extends VisitorTurns {
  /** Names this request in every log line. */
  requestId: string;
  /** The value that lets a script of ours past the content security policy. */
  nonce: string;
  /** Who makes this request: looked up once, and not before somebody asks. */
  principal: () => Promise<Principal>;
  /** Where staff sign in who ask for this page, and come back to it; undefined for a call. */
  signIn: string | undefined;
  /** Whether this request may change anything: it comes from a page of this site. */
  fromOwnOrigin: boolean;
  /** The artist's own day at a time, where that is later than in UTC; see `release-dates`. */
  artistDay: (at: Date) => Date;
  /** Writes the one line about an error that nobody can act on. */
  logFailure: (error: unknown) => void;
  /** Lets work go on, for half a minute at most, where whoever asked for it has gone away. */
  outlive: (work: Promise<unknown>) => void;
  /** Has the API answer a call within this request, as whoever makes it. */
  askApi: (call: Request) => Promise<Response>;
  /** Headers that the reply carries beside its own, whoever makes it. */
  replyHeaders: Headers;
  /** Set once an action shows its form again, for what is wrong with it. */
  isRefused: boolean;
}

/** What every page and API route works with: the services, and what belongs to the request. */
export type Portal = Services & { scope: RequestScope };

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends Portal {}
  interface Future {
    v3_singleFetch: true;
  }
}

const memory = isolateMemory();

/** What the edge knows of a request. */
interface Edge {
  requestId: string;
  nonce: string;
  route: string;
  /** The API itself, which lies above this room. */
  answerApi?: (call: Request, portal: Portal) => Promise<Response>;
}

const noApi = () => Promise.reject(new Error("There is no API here."));

/** Services and scope of one request. @throws Error when a setting is missing or malformed. */
export function openPortal(
  bindings: SiteBindings,
  request: Request,
  context: Pick<ExecutionContext, "waitUntil">,
  { requestId, nonce, route, answerApi = noApi }: Edge,
): Portal {
  const log = consoleLog({ requestId, route, method: request.method });
  const services = openServices(bindings, log, { memory, local: new URL(request.url).origin });
  let principal: Promise<Principal> | undefined;
  const scope: RequestScope = {
    requestId,
    nonce,
    principal: () => {
      principal ??= readPrincipal(request, services);
      return principal;
    },
    signIn: signInFor(request),
    fromOwnOrigin: isFromOwnOrigin(request, services.settings.PUBLIC_URL),
    artistDay: (at) => artistDay(at, minutesAhead(request)),
    take: (call) => takeCall(services, request, call),
    logFailure: (error) => log("error", "request.failed", { reason: reasonOf(error) }),
    outlive: (work) => context.waitUntil(work.catch(() => undefined)),
    askApi: (call) => answerApi(call, portal),
    replyHeaders: new Headers(),
    isRefused: false,
  };
  let mode: Promise<ReadMode> | undefined;
  const submissionMode = () => {
    mode ??= services.submissionMode();
    return mode;
  };
  const portal: Portal = { ...services, submissionMode, scope };
  return portal;
}
