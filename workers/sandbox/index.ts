import * as v from "valibot";
import { systemClock } from "~/platform/clock";
import { type DemoBindings, demoArtist } from "./demo";
import { drive, driveConsole, driveHosts } from "./drive";
import { bucketChunks } from "./drive-uploads";
import { dropboxConsole } from "./dropbox-console";
import { dropboxSign } from "./dropbox-sign";
import { monday } from "./monday";
import { mondayConsole } from "./monday-console";
import { nextSiteFailure, setSiteFailure, siteAskSchema, siteFailureSchema } from "./site-failures";
import { spotify, spotifyHosts } from "./spotify";
import { setSpotifyFailure, spotifyFailureSchema } from "./spotify-failures";
import { spotifyImage } from "./spotify-images";
import { type InspectorBindings, storeInspector } from "./store-inspector";

interface Bindings extends InspectorBindings, DemoBindings {
  SANDBOX_DB: D1Database;
  SANDBOX_FILES: R2Bucket;
  /** The address of the site, which serves the images that the sandbox draws. */
  PUBLIC_URL?: string;
  /** Signs the events that the board sends to the site. */
  MONDAY_SIGNING_SECRET?: string;
  /** The jobs worker's `Sweep` entry point. */
  SWEEP: { run(minAgeSeconds?: number, only?: string[]): Promise<number> };
}

const sweepSchema = v.strictObject({
  minAgeSeconds: v.optional(v.number()),
  /** Parts to run, due or not. */
  only: v.optional(v.array(v.string())),
});

async function readJson(request: Request): Promise<unknown> {
  const text = await request.text();
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function failSpotify(request: Request, db: D1Database): Promise<Response> {
  const failure = v.safeParse(spotifyFailureSchema, await readJson(request));
  if (!failure.success)
    return Response.json({ error: v.summarize(failure.issues) }, { status: 400 });
  await setSpotifyFailure(db, failure.output);
  return Response.json(failure.output);
}

async function failSite(request: Request, db: D1Database): Promise<Response> {
  const failure = v.safeParse(siteFailureSchema, await readJson(request));
  if (!failure.success)
    return Response.json({ error: v.summarize(failure.issues) }, { status: 400 });
  await setSiteFailure(db, failure.output);
  return Response.json(failure.output);
}

async function askSite(request: Request, db: D1Database): Promise<Response> {
  const question = v.safeParse(siteAskSchema, await readJson(request));
  if (!question.success)
    return Response.json({ error: v.summarize(question.issues) }, { status: 400 });
  return Response.json({ fail: await nextSiteFailure(db, question.output) });
}

async function runSweep(request: Request, env: Bindings): Promise<Response> {
  const options = v.safeParse(sweepSchema, await readJson(request));
  if (!options.success)
    return Response.json({ error: v.summarize(options.issues) }, { status: 400 });
  const { minAgeSeconds, only } = options.output;
  return Response.json({ sent: await env.SWEEP.run(minAgeSeconds, only) });
}

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];
/** The host name of calls over the site's service binding. */
const BINDING_HOST = "sandbox.invalid";

/**
 * Whether a call comes from this machine and not from a foreign page. A page may point its own host
 * name at this machine (DNS rebinding), but then its Host or Origin header differs.
 */
function isLocalCall({ headers }: Request, { hostname, origin: serverOrigin }: URL): boolean {
  if (hostname === BINDING_HOST) return true;
  if (!LOCAL_HOSTS.includes(hostname)) return false;
  const origin = headers.get("Origin");
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).origin === serverOrigin;
}

/** Third parties by their own host names, their contents by paths under /sandbox. Local only. */
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const { hostname, pathname } = url;
    if (hostname === "api.monday.com") return monday(request, env.SANDBOX_DB, systemClock);
    if (spotifyHosts.includes(hostname)) return spotify(request, env.SANDBOX_DB, env.PUBLIC_URL);
    if (driveHosts.includes(hostname))
      return drive(
        request,
        { db: env.SANDBOX_DB, chunks: bucketChunks(env.SANDBOX_FILES) },
        systemClock,
      );
    if (hostname === "api.hellosign.com")
      return dropboxSign(request, env.SANDBOX_DB, env.PUBLIC_URL);
    if (!isLocalCall(request, url))
      return Response.json(
        { error: "Only for pages and commands of this machine." },
        { status: 403 },
      );
    if (pathname.startsWith("/sandbox/dropbox-sign/"))
      return dropboxConsole(request, env.SANDBOX_DB);
    if (pathname.startsWith("/sandbox/drive/")) return driveConsole(request, env.SANDBOX_DB);
    if (pathname.startsWith("/sandbox/spotify/images/")) return spotifyImage(url);
    if (pathname.startsWith("/sandbox/window/")) return storeInspector(request, env);
    if (pathname === "/sandbox/demo") return demoArtist(request, env);
    if (pathname.startsWith("/sandbox/monday/")) return mondayConsole(request, env.SANDBOX_DB, env);
    switch (`${request.method} ${pathname}`) {
      case "POST /sandbox/spotify/fail":
        return failSpotify(request, env.SANDBOX_DB);
      case "POST /sandbox/site/fail":
        return failSite(request, env.SANDBOX_DB);
      case "POST /sandbox/site/ask":
        return askSite(request, env.SANDBOX_DB);
      case "POST /sandbox/sweep":
        return runSweep(request, env);
      default:
        return Response.json({ error: "Nothing here." }, { status: 404 });
    }
  },
} satisfies ExportedHandler<Bindings>;
