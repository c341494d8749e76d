import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import { mailStates } from "~/domain/mail/mail-store.server";
import { countMails, outboxPage } from "~/domain/mail/read-outbox.server";
import { lastOf } from "~/platform/formats/last-of";
import { requireStaff } from "~/session/require-staff";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { searchParams } = new URL(request.url);
  const result = v.safeParse(v.picklist(mailStates), searchParams.get("state"));
  const state = result.success ? result.output : undefined;
  const before = searchParams.get("before") ?? undefined;
  const [{ mails, hasMore }, counts] = await Promise.all([
    outboxPage(context.db, { state, before }),
    countMails(context.db),
  ]);
  return {
    state,
    last: hasMore ? lastOf(mails)?.id : undefined,
    states: mailStates.map((name) => ({ name, count: counts[name] ?? 0 })),
    mails,
  };
}
