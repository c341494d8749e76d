import { api } from "~/api/router";
import { BOUNDARY, type FormPart, formBody } from "./form-post";
import type { ScheduleOperation } from "./interleaving";
import { createRequest, type RaceFixture } from "./race-fixture";

/** What became of a request. */
export interface RacedAnswer {
  status: number;
  text: string;
}

/** What Node asks for with a body that is a stream; Cloudflare's types do not know it. */
const STREAMED_BODY = { duplex: "half" };

export async function readAnswer(reply: Response): Promise<RacedAnswer> {
  return { status: reply.status, text: await reply.text() };
}

/** Calls the API, each of whose operations runs when it is scheduled. */
export async function sendRacedRequest(
  fixture: RaceFixture,
  path: string,
  init: RequestInit & { cookie: string },
  schedule: ScheduleOperation,
): Promise<RacedAnswer> {
  const request = createRequest(path, init);
  return readAnswer(await api.fetch(request, fixture.portalFor(request, schedule)));
}

/** A body that arrives in chunks, each when its task may continue. */
function slowBody(parts: readonly FormPart[], schedule: ScheduleOperation) {
  const bytes = formBody(parts);
  const step = Math.ceil(bytes.length / 4);
  let from = 0;
  return new ReadableStream<Uint8Array>({
    pull: (controller) =>
      schedule(async () => {
        if (from >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(from, from + step));
        from += step;
      }),
  });
}

/** A posted form whose bytes arrive slowly. */
export function slowForm(
  parts: readonly FormPart[],
  cookie: string,
  schedule: ScheduleOperation,
): RequestInit & { cookie: string } {
  return {
    cookie,
    method: "POST",
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: slowBody(parts, schedule),
    ...STREAMED_BODY,
  };
}
