import { useEffect, useState } from "react";
import * as v from "valibot";
import { type AudioFindings, audioFindingsSchema } from "~/media/audio-findings";

const replySchema = v.object({ findings: v.nullable(audioFindingsSchema) });

/** Measured one after the other: each takes the server a moment. */
let last: Promise<unknown> = Promise.resolve();

async function ask(uploadId: string): Promise<AudioFindings | null | undefined> {
  const reply = await fetch(`/staff/tracks/${encodeURIComponent(uploadId)}`);
  if (!reply.ok || reply.redirected) return undefined;
  const read = v.safeParse(replySchema, await reply.json());
  return read.success ? read.output.findings : undefined;
}

/**
 * What listening to a stored track finds; asked for once the page is there, where nobody has asked
 * before. Undefined while it is not known.
 */
export function useFindings(
  uploadId: string | undefined,
  known: AudioFindings | null | undefined,
): AudioFindings | null | undefined {
  const [found, setFound] = useState(known);
  useEffect(() => {
    if (known !== undefined || uploadId === undefined) return;
    let wanted = true;
    const mine = last.then(async () => {
      if (!wanted) return;
      const findings = await ask(uploadId).catch(() => undefined);
      if (wanted) setFound(findings);
    });
    last = mine;
    return () => {
      wanted = false;
    };
  }, [uploadId, known]);
  return known === undefined ? found : known;
}
