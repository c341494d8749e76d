import { Button, Group, Stack } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { deliveryKinds } from "~/domain/delivery/delivery-kinds";
import { LocalTime } from "~/ui/local-time";
import { pageTitle } from "~/ui/page-title";
import { StatusMark } from "~/ui/status-mark";
import { Dimmed } from "../dimmed";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import { StaffPage } from "../staff-page";
import type { loader } from "./delivery-route.server";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? `Delivery of ${data.title}` : "Delivery", page);

function Message() {
  const { id, lacks, isTest } = useLoaderData<typeof loader>();
  return (
    <Stack component="section" id="message" gap="xs">
      <h2>DDEX message</h2>
      {lacks.length > 0 ? (
        <>
          <p>Before we can write it, this is missing:</p>
          <RowList rows={lacks.map((lack) => ({ id: lack }))}>{(lack) => lack.id}</RowList>
        </>
      ) : (
        <p>
          <Button component="a" href={`/staff/submissions/${id}/message`} variant="default">
            Download message
          </Button>
        </p>
      )}
      <Dimmed>
        One XML file (ERN 4.3) with the release, its tracks and credits, where and when it may come
        out, and the checksum of each file.
        {isTest && " It says that it is a test."}
      </Dimmed>
    </Stack>
  );
}

const STATES = {
  waiting: { tone: "waiting", text: "Waiting" },
  running: { tone: "waiting", text: "On its way" },
  done: { tone: "good", text: "Delivered" },
  failed: { tone: "bad", text: "Failed" },
} as const;

const isState = (state: string): state is keyof typeof STATES =>
  Object.keys(STATES).includes(state);

/** What was sent to the distributor, and how far it is. */
function Deliveries() {
  const { deliveries } = useLoaderData<typeof loader>();
  return (
    <RowList rows={deliveries} empty="Nothing was delivered yet.">
      {({ id, kind, state, lastError, updatedAt }) => {
        const { tone, text } = STATES[isState(state) ? state : "waiting"];
        return (
          <Stack gap={4} py="xs">
            <Group gap="xs">
              <strong>{deliveryKinds[kind]}</strong>
              <StatusMark tone={tone}>{text}</StatusMark>
            </Group>
            <Dimmed>
              <LocalTime at={updatedAt} />
            </Dimmed>
            {lastError && <Dimmed c="var(--bad)">{lastError}</Dimmed>}
            {state === "failed" && (
              <PostButton intent="run-again" fields={{ job: id }} unseen={deliveryKinds[kind]}>
                Try again
              </PostButton>
            )}
          </Stack>
        );
      }}
    </RowList>
  );
}

/** Why nothing can be delivered; undefined if it can. */
function NoDelivery() {
  const { place, isAccepted } = useLoaderData<typeof loader>();
  if (!place)
    return (
      <p>
        No place is set up that releases are delivered to.{" "}
        <a href="/staff/connections#delivery">Connections</a> tell what it takes.
      </p>
    );
  return isAccepted ? undefined : <p>A release is delivered once it is accepted.</p>;
}

/** Buttons for what was not delivered yet, and the list of what was. */
function Distributor() {
  const { place, offers } = useLoaderData<typeof loader>();
  return (
    <Stack component="section" id="distributor" gap="xs">
      <h2>To the distributor</h2>
      <NoDelivery />
      {place && <Dimmed>Goes to {place}. The same version is never sent twice.</Dimmed>}
      <Group>
        {offers.map((kind) => (
          <PostButton key={kind} intent="deliver" fields={{ kind }}>
            Deliver {kind}
          </PostButton>
        ))}
      </Group>
      <Deliveries />
    </Stack>
  );
}

const notices = {
  asked: "We're delivering it. Reload this page to see how far it is.",
  again: "We're trying it again.",
  over: "Nothing was sent: this version was delivered before, or the release isn't accepted.",
};

/** What the distributor gets of a release. */
export default function StaffDelivery() {
  const { id, reference, artist, title } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      above={<a href={`/staff/submissions/${id}`}>Reference {reference}</a>}
      heading={`Delivery of ${title}`}
      lead={`By ${artist}`}
      notices={notices}
    >
      <Message />
      <Distributor />
    </StaffPage>
  );
}
