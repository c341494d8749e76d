import { Box, Group, Text } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLocation } from "@remix-run/react";
import { LocalTime } from "~/ui/local-time";
import { Dimmed } from "../dimmed";
import { Disclosure } from "../disclosure";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import type { loadIncidents } from "./staff-incidents.server";

type Incidents = SerializeFrom<typeof loadIncidents>;

interface IncidentListProps {
  incidents: Incidents;
  /** Whether the sweep runs, which finds out what is wrong. */
  isWatched: boolean;
}

/** Open incidents with a button to silence each, and recent closed ones. */
export function IncidentList({ incidents, isWatched }: IncidentListProps) {
  return (
    <>
      <RowList
        rows={incidents.open}
        empty={
          isWatched
            ? "Everything is working."
            : "We can't tell whether everything is working: the checks have stopped."
        }
      >
        {(incident) => <Incident {...incident} />}
      </RowList>
      {incidents.over.length > 0 && (
        <Disclosure summary={`Over (${incidents.over.length})`}>
          <RowList rows={incidents.over}>{(incident) => <Incident {...incident} />}</RowList>
        </Disclosure>
      )}
    </>
  );
}

function Incident(incident: Incidents["open"][number]) {
  const { id, title, detail, since, until, silenced } = incident;
  const { pathname } = useLocation();
  return (
    <Group justify="space-between">
      <Box flex="1 1 320px" miw={0}>
        <Text fw={600} c={until ? undefined : "var(--bad)"}>
          {title}
        </Text>
        <p>{detail}</p>
        <Dimmed>
          {until ? "From" : "Since"} <LocalTime at={since} />
          {until && (
            <>
              {" "}
              to <LocalTime at={until} />
            </>
          )}
        </Dimmed>
        {!until && <Effects {...incident} />}
      </Box>
      {(!until || silenced) && (
        // As wide in every row, so that the buttons are aligned.
        <Box flex="0 1 260px" miw={0}>
          {silenced && (
            <Dimmed mb="xs">
              Silenced by {silenced.by} until <LocalTime at={silenced.until} />
            </Dimmed>
          )}
          <PostButton
            action="/staff/incidents"
            fields={{ incident: id, to: pathname }}
            intent={silenced ? "hear" : "silence"}
            unseen={`(${title})`}
          >
            {silenced ? "Send emails again" : "Silence for a day"}
          </PostButton>
        </Box>
      )}
    </Group>
  );
}

/** What an incident causes, or what has caused it. Neither has emails of its own. */
function Effects({ effects, pastCause }: Incidents["open"][number]) {
  if (pastCause !== undefined)
    return (
      <Dimmed>Its cause is over: {pastCause}. We send an email only if this one goes on.</Dimmed>
    );
  if (effects.length === 0) return null;
  return (
    <Box mt="xs">
      <Text size="sm" fw={600}>
        Caused by it, without emails of their own:
      </Text>
      <Box component="ul" pl="md" fz="sm">
        {effects.map(({ id, title, detail }) => (
          <li key={id}>
            {title}: {detail}
          </li>
        ))}
      </Box>
    </Box>
  );
}
