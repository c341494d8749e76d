import { logDevReady } from "@remix-run/cloudflare";
import * as build from "remix-build";
import { refuse } from "~/api/replies";
import { api } from "~/api/router";
import { openPortal, type Portal, type SiteBindings } from "~/load-context.server";
import { isApi } from "~/platform/api-path";
import { plainPage } from "~/platform/plain-page";
import {
  pictureSources,
  routeName,
  secretNonce,
  signingFrames,
  storageSources,
  withReplyHeaders,
  withSecurityHeaders,
} from "./edge";
import { closedReply, labelIn } from "./maintenance";
import { createPages } from "./pages";
import { forPerson } from "./person-page";
import { asNobody, firstStepRequest, isOfThisMachine, pageRequest } from "./request-shape";
import { overUnread } from "./unread-body";

const pages = createPages(build);
// `npm run dev` waits for this line before it reloads the page.
if (build.mode === "development") logDevReady(build);

/** Names this build, in reports of failures as in the pages that it makes. */
const release = build.assets.version;

const FOREIGN =
  "That didn't come from a page of this site. Go back, reload the page and try again.";
const BROKEN =
  "Something went wrong on our side. What you saved is kept. Please try again in a minute.";
const TITLES = { 403: "We can't take that", 500: "Something went wrong" };

/** What cannot be answered as asked: JSON for a call of the API, else a page of a few words. */
function failed(request: Request, env: SiteBindings, status: 403 | 500, text: string): Response {
  if (isApi(request.url)) return refuse(status, text);
  const page = { title: TITLES[status], text, ...labelIn(env), again: true } as const;
  return plainPage(status, status === 500 ? { ...page, state: "broken" } : page);
}

async function answer(request: Request, env: SiteBindings, portal: Portal): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/sandbox/") && env.SANDBOX)
    return isOfThisMachine(request.url)
      ? env.SANDBOX.fetch(request)
      : failed(request, env, 403, FOREIGN);
  if (!portal.scope.fromOwnOrigin) return failed(request, env, 403, FOREIGN);
  if (isApi(request.url)) return api.fetch(request, portal);
  const asked = pageRequest(request);
  const reply = await pages(asked, portal);
  const first = firstStepRequest(asked, reply);
  const page = await forPerson(request, first ? await pages(first, portal) : reply, env);
  return request.method === "HEAD" ? new Response(null, page) : page;
}

const answerApi = (call: Request, portal: Portal): Promise<Response> => api.fetch(call, portal);

/** A response, where its page may take pictures from, and where it may send files. */
interface Served {
  response: Response;
  pictures: string[];
  storage: string[];
  /** Which pages may stand within it. */
  frames: string[];
}

/** A response whose page takes nothing from elsewhere. */
const alone = (response: Response): Served => ({ response, pictures: [], storage: [], frames: [] });

async function respond(
  request: Request,
  env: SiteBindings,
  context: ExecutionContext,
  names: Names,
): Promise<Served> {
  const started = Date.now();
  const portal = openPortal(env, request, context, { ...names, answerApi });
  const response = await answer(request, env, portal).catch((error: unknown) => {
    portal.scope.logFailure(error);
    return failed(request, env, 500, BROKEN);
  });
  const served = withReplyHeaders(response, portal.scope.replyHeaders);
  portal.log("info", "request", { status: response.status, ms: Date.now() - started });
  const { settings } = portal;
  return {
    response: served,
    pictures: pictureSources(settings),
    storage: storageSources(settings),
    frames: signingFrames(settings),
  };
}

interface Names {
  release: string | null;
  requestId: string;
  nonce: string;
  route: string;
}

export default {
  async fetch(asked: Request, env: SiteBindings, context: ExecutionContext): Promise<Response> {
    const request = asNobody(asked);
    const requestId = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const names = { requestId, nonce: secretNonce(), route: routeName(request.url), release };
    const closed = closedReply(request, env);
    const { response, ...sources } = closed
      ? alone(closed)
      : await respond(request, env, context, names).catch(() =>
          alone(failed(request, env, 500, BROKEN)),
        );
    const secured = withSecurityHeaders(response, request, {
      ...names,
      liveReload: build.mode === "development",
      ...sources,
    });
    return overUnread(secured, request, env.SANDBOX !== undefined);
  },
};
