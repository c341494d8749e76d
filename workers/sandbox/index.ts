import * as v from "valibot";
import { systemClock } from "~/platform/clock";
import { type DemoBindings, demoArtist } from "./demo";
import { drive, driveHosts } from "./drive";
import { allFiles, createDriveTables } from "./drive-store";
import { bucketChunks } from "./drive-uploads";
import { dropboxConsole } from "./dropbox-console";
import { dropboxSign } from "./dropbox-sign";
import { faultSchema, nextFault, partySchema, setFault } from "./faults";
import { monday } from "./monday";
import { mondayConsole } from "./monday-console";
import { postInput } from "./post-input";
import { spotify, spotifyHosts } from "./spotify";
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

/** What the site sends to `POST /sandbox/site/ask`: whether it is to fail at a place, for a draft. */
const siteAskSchema = v.strictObject({ at: v.string(), draftId: v.string() });

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

/**
 * Third parties by their own host names, their contents and faults (`POST /sandbox/PARTY/fail`) by paths
 * under /sandbox. Local only.
 */
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
    const party = /^\/sandbox\/([\w-]+)\/fail$/.exec(pathname)?.[1] ?? "";
    if (request.method === "POST" && v.is(partySchema, party))
      return postInput(request, faultSchema, (fault) => setFault(env.SANDBOX_DB, party, fault));
    if (pathname.startsWith("/sandbox/dropbox-sign/"))
      return dropboxConsole(request, env.SANDBOX_DB);
    if (pathname.startsWith("/sandbox/spotify/images/")) return spotifyImage(url);
    if (pathname.startsWith("/sandbox/window/")) return storeInspector(request, env);
    if (pathname === "/sandbox/demo") return demoArtist(request, env);
    if (pathname.startsWith("/sandbox/monday/")) return mondayConsole(request, env.SANDBOX_DB, env);
    switch (`${request.method} ${pathname}`) {
      case "GET /sandbox/drive/files":
        await createDriveTables(env.SANDBOX_DB);
        return Response.json(await allFiles(env.SANDBOX_DB));
      case "POST /sandbox/site/ask":
        return postInput(request, siteAskSchema, async ({ at, draftId }) => {
          const about = `${at} ${draftId}`;
          return { fail: (await nextFault(env.SANDBOX_DB, "site", { about })) !== "none" };
        });
      case "POST /sandbox/sweep":
        return postInput(request, sweepSchema, async ({ minAgeSeconds, only }) => ({
          sent: await env.SWEEP.run(minAgeSeconds, only),
        }));
      default:
        return Response.json({ error: "Nothing here." }, { status: 404 });
    }
  },
} satisfies ExportedHandler<Bindings>;
