import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/ui/page-title";
import { ConfirmNewSubmission } from "./confirm-new-submission";
import type { loader } from "./start-route.server";
import { TaskList } from "./task-list";

export const meta = titled("Your submission");

export default function YourSubmission() {
  const draft = useLoaderData<typeof loader>();
  const reply = useActionData<{ url?: string }>() ?? draft.shown;
  return reply ? <ConfirmNewSubmission draft={draft} url={reply.url} /> : <TaskList {...draft} />;
}
