import * as v from "valibot";
import { api } from "~/api/router";
import { type RaceFixture, requestOf } from "./race-fixture";

const objectSchema = v.record(v.string(), v.unknown());

/** Asks the site's API as a visitor who waits for nobody. @returns the JSON of its answer. */
export async function askApi(
  world: RaceFixture,
  path: string,
  init: RequestInit & { cookie: string },
) {
  const request = requestOf(path, init);
  const response: Response = await api.fetch(
    request,
    world.portalFor(request, (act) => act()),
  );
  return { status: response.status, body: v.parse(objectSchema, await response.json()) };
}
