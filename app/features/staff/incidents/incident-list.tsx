import { Box, Group, Text, VisuallyHidden } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { SecondaryButton } from "~/ui/intent-button";
import { LocalTime } from "~/ui/local-time";
import { Dimmed } from "../dimmed";
import { Disclosure } from "../disclosure";
import rowList from "../row-list.module.css";
import { PATH } from "./incidents-route-shared";
import type { loadIncidents } from "./staff-incidents.server";

type IncidentView = SerializeFrom<typeof loadIncidents>["open"][number];

interface IncidentListProps {
  incidents: SerializeFrom<typeof loadIncidents>;
  /** Whether the sweep runs, which finds out what is wrong. */
  isWatched: boolean;
  /** The page to return to. */
  returnPath: string;
}

/** Open incidents with a button to silence each, and recent closed ones. */
export function IncidentList({
  incidents: { open, over },
  isWatched,
  returnPath,
}: IncidentListProps) {
  return (
    <>
      {open.length === 0 ? (
        <Text c="dimmed">
          {isWatched
            ? "Everything is working."
            : "We can't tell whether everything is working: the checks have stopped."}
        </Text>
      ) : (
        <ul className={rowList.list}>
          {open.map((incident) => (
            <Group component="li" key={incident.id} justify="space-between">
              <Box flex="1 1 320px" miw={0}>
                <Text fw={600} c="var(--bad)">
                  {incident.title}
                </Text>
                <p>{incident.detail}</p>
                <Dimmed>
                  Since <LocalTime at={incident.since} />
                </Dimmed>
                <Effects {...incident} />
              </Box>
              <SilenceForm {...incident} returnPath={returnPath} />
            </Group>
          ))}
        </ul>
      )}
      {over.length > 0 && (
        <Disclosure summary={`Over (${over.length})`}>
          <ul className={rowList.list}>
            {over.map((incident) => (
              <Group component="li" key={incident.id} justify="space-between">
                <Box flex="1 1 320px" miw={0}>
                  <Text fw={600}>{incident.title}</Text>
                  <Dimmed>{incident.detail}</Dimmed>
                  <Dimmed>
                    From <LocalTime at={incident.since} />
                    {incident.until && (
                      <>
                        {" "}
                        to <LocalTime at={incident.until} />
                      </>
                    )}
                  </Dimmed>
                </Box>
                {incident.silenced && <SilenceForm {...incident} returnPath={returnPath} />}
              </Group>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}

/** What an incident causes, or what has caused it. Neither has emails of its own. */
function Effects({ effects, pastCause }: IncidentView) {
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
      <Box component="ul" pl="md">
        {effects.map(({ id, title, detail }) => (
          <Text component="li" size="sm" key={id}>
            {title}: {detail}
          </Text>
        ))}
      </Box>
    </Box>
  );
}

function SilenceForm({ id, title, silenced, returnPath }: IncidentView & { returnPath: string }) {
  return (
    // As wide in every row, so that the buttons are aligned.
    <Box component="form" method="post" action={PATH} flex="0 1 260px" miw={0}>
      <input type="hidden" name="incident" value={id} />
      <input type="hidden" name="to" value={returnPath} />
      {silenced && (
        <Text size="sm" c="dimmed" mb="xs">
          Silenced by {silenced.by} until <LocalTime at={silenced.until} />
        </Text>
      )}
      <SecondaryButton intent={silenced ? "hear" : "silence"}>
        {silenced ? "Send emails again" : "Silence for a day"}
        <VisuallyHidden>: {title}</VisuallyHidden>
      </SecondaryButton>
    </Box>
  );
}
