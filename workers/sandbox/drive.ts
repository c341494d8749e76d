import * as v from "valibot";
import { type Clock, systemClock } from "~/platform/clock";
import { driveRefusal } from "./drive-errors";
import {
  type DriveCall,
  driveFailureReply,
  driveFailureSchema,
  nextDriveFailure,
  setDriveFailure,
} from "./drive-failures";
import { driveApi } from "./drive-files";
import { allFiles, openDrive } from "./drive-store";
import { driveToken, hasDriveToken } from "./drive-token";
import { type DriveRooms, startUpload, takeChunk } from "./drive-uploads";

/** The hosts this answers for. */
export const driveHosts = ["oauth2.googleapis.com", "www.googleapis.com"];

function callOf({ method, url }: Request): DriveCall | undefined {
  const { hostname, pathname } = new URL(url);
  if (hostname === "oauth2.googleapis.com") return pathname === "/token" ? "token" : undefined;
  if (pathname.startsWith("/drive/v3/")) return "api";
  if (pathname !== "/upload/drive/v3/files") return undefined;
  return { POST: "start" as const, PUT: "chunk" as const }[method];
}

async function answer(
  request: Request,
  call: DriveCall,
  deps: DriveRooms,
  clock: Clock,
): Promise<Response> {
  const mode = await nextDriveFailure(deps.db, call);
  if (!mode.startsWith("session-")) {
    const failed = driveFailureReply(mode);
    if (failed) return failed;
  }
  if (call === "token") return driveToken(request, clock);
  // The address of an upload is its own credential.
  if (call === "chunk") {
    const reply = await takeChunk(request, deps, { now: clock(), mode });
    return mode === "lost-reply" ? driveRefusal(503, "backendError", "Backend Error") : reply;
  }
  if (!hasDriveToken(request, clock)) return driveRefusal(401, "authError", "Invalid Credentials");
  const reply =
    call === "start"
      ? await startUpload(request, deps, clock())
      : await driveApi(request, deps.db, clock());
  return mode === "lost-reply" ? driveRefusal(503, "backendError", "Backend Error") : reply;
}

/** Answers for Google's token service and its drive after the published contract. */
export async function drive(
  request: Request,
  deps: DriveRooms,
  clock: Clock = systemClock,
): Promise<Response> {
  const call = callOf(request);
  if (!call) return driveRefusal(404, "notFound", "Not Found");
  await openDrive(deps.db);
  return answer(request, call, deps, clock);
}

/** `GET /sandbox/drive/files`: what the drive holds. `POST /sandbox/drive/fail`: makes it fail. */
export async function driveDesk(request: Request, db: D1Database): Promise<Response> {
  await openDrive(db);
  const { pathname } = new URL(request.url);
  if (request.method === "GET" && pathname === "/sandbox/drive/files")
    return Response.json(await allFiles(db));
  if (request.method !== "POST" || pathname !== "/sandbox/drive/fail")
    return Response.json({ error: "Nothing here." }, { status: 404 });
  const failure = v.safeParse(driveFailureSchema, await request.json().catch(() => undefined));
  if (!failure.success)
    return Response.json({ error: v.summarize(failure.issues) }, { status: 400 });
  await setDriveFailure(db, failure.output);
  return Response.json(failure.output);
}
