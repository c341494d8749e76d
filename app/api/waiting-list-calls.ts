import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { NOT_JOINED } from "~/domain/access/waiting-list-texts";
import { waitingFields } from "~/domain/submission/steps/waiting-list-answers";
import {
  type JoinRefusal,
  join,
  joinedPath,
} from "~/features/wizard/waiting-list/join-waiting-list.server";
import type { AppContext } from "~/session/app-context";
import { readJson, refuse, reply } from "./replies";

/** Generous, so that a text that is too long gets an error at its field. */
const MAX_BYTES = 512 * 1024;

/** Texts only: a number would lose a phone's leading "+". */
const text = v.optional(v.nullable(v.string()));
const artistSchema = v.looseObject(
  Object.fromEntries(waitingFields.map((name) => [name, text] as const)),
);
const callSchema = v.looseObject({ artistData: artistSchema });

function toFormFields({ artistData, ...otherFields }: v.InferOutput<typeof callSchema>) {
  return [...Object.entries(artistData), ...Object.entries(otherFields)].flatMap(
    ([name, value]): [string, string][] => (typeof value === "string" ? [[name, value]] : []),
  );
}

function refusalReply(refusal: JoinRefusal): Response {
  const { refused: reason, status } = refusal;
  switch (refusal.refused) {
    case "invalid": {
      const { errors, summary } = refusal;
      const texts = Object.values(errors).map(({ text }) => text);
      const [first = texts[0] ?? NOT_JOINED] = summary;
      return refuse(status, first, { details: texts.join(" "), refused: reason, errors, summary });
    }
    case "visitor": {
      const { text, pressAgain } = refusal;
      return refuse(status, text, { refused: reason, ...(pressAgain && { pressAgain }) });
    }
    case "busy":
      return refuse(status, refusal.text);
    case "failed":
      return refuse(status, NOT_JOINED, { details: refusal.text, refused: reason });
  }
}

/**
 * POST /api/waiting-list: adds an artist to the waiting list. Beside `artistData` a call may carry the
 * fields of the bot check. `mondayItemId` is the board's if known, else our own id; `Location` is the
 * page of the entry.
 */
export async function joinWaitingListCall(request: IRequestStrict, context: AppContext) {
  const call = await readJson(request, callSchema, MAX_BYTES);
  if (!call.ok) return call.response;
  const result = await join(request, context, toFormFields(call.body));
  if (!result.ok) return refusalReply(result);
  const { entry } = result;
  const response = reply(200, { success: true, mondayItemId: entry.boardItemId ?? entry.id });
  response.headers.set("Location", joinedPath(entry));
  return response;
}
