import { Stack } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import type { SeveralReply } from "./bulk-decide.server";
import { BulkConfirm, BulkResult } from "./bulk-decision";
import type { loader } from "./decide-route.server";

const HEADING = "Set a status for several";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function DecideSeveral() {
  const { shown } = useLoaderData<typeof loader>();
  const posted = useActionData<SeveralReply & { back: string }>();
  const reply = posted ?? shown;
  const back = reply?.back;
  return (
    <Stack>
      <h1>{HEADING}</h1>
      {!reply && <p>Choose the entries in the queue first.</p>}
      {reply?.kind === "asked" && <BulkConfirm {...reply} />}
      {reply?.kind === "done" && <BulkResult {...reply} />}
      <p>
        <a href={back ? `/staff?${back}` : "/staff"}>Back to the queue</a>
      </p>
    </Stack>
  );
}
