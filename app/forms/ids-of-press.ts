import { isSecret } from "~/platform/formats/secret-shape";
import type { Ids } from "~/platform/ids";
import type { Settings } from "~/platform/settings";
import { secretFor } from "~/platform/signed-link";
import { PRESS_FIELD } from "./press-field";

type Secrets = Pick<Ids, "secret">;

/**
 * Where the secrets of a post come from: a form that is posted twice, as by a button pressed twice, gets
 * the same one again. It depends on all fields, of which one is a random id of the page that nobody else has
 * seen, so that an edited form is another post.
 */
export async function idsOfPress(
  { ids, settings }: { ids: Secrets; settings: Pick<Settings, "SIGNING_SECRET"> },
  fields: URLSearchParams,
): Promise<Secrets> {
  if (!isSecret(fields.get(PRESS_FIELD) ?? "")) return ids;
  const secret = await secretFor(settings.SIGNING_SECRET, `press\n${fields}`);
  return { secret: () => secret };
}
