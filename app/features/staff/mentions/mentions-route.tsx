import { Badge, Group, Stack, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import rowList from "../row-list.module.css";
import { TargetLink } from "../target-link";
import type { loader } from "./mentions-route.server";

export const meta = titled("Mentions");

/** The notes that mention the user. */
export default function Mentions() {
  const { mentions } = useLoaderData<typeof loader>();
  return (
    <Stack gap="md" maw={720}>
      <h1>Mentions</h1>
      <p>
        Notes in which a colleague mentioned you with @. A note is new until you open its entry.
      </p>
      {mentions.length === 0 ? (
        <Text c="dimmed">There are none yet.</Text>
      ) : (
        <ol className={rowList.list}>
          {mentions.map(({ id, path, name, staffName, text, at, isNew }) => (
            <li key={id}>
              <Group gap="xs">
                <Text fw={600}>
                  <TargetLink href={path}>{name}</TargetLink>
                </Text>
                {isNew && <Badge>New</Badge>}
              </Group>
              <Text style={{ whiteSpace: "pre-line" }}>{text}</Text>
              <Dimmed>
                {staffName}, <LocalTime at={at} />
              </Dimmed>
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}
