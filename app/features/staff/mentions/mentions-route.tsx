import { Badge, Group, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { RowList } from "../row-list";
import { StaffPage } from "../staff-page";
import { TargetLink } from "../target-link";
import type { loader } from "./mentions-route.server";

export const meta = titled("Mentions");

/** The notes that mention the user. */
export default function Mentions() {
  const { mentions } = useLoaderData<typeof loader>();
  return (
    <StaffPage heading="Mentions" maxWidth={720}>
      <p>
        Notes in which a colleague mentioned you with @. A note is new until you open its entry.
      </p>
      <RowList rows={mentions} empty="There are none yet.">
        {({ path, name, staffName, text, at, isNew }) => (
          <>
            <Group gap="xs">
              <TargetLink isName href={path}>
                {name}
              </TargetLink>
              {isNew && <Badge>New</Badge>}
            </Group>
            <Text style={{ whiteSpace: "pre-line" }}>{text}</Text>
            <Dimmed>
              {staffName}, <LocalTime at={at} />
            </Dimmed>
          </>
        )}
      </RowList>
    </StaffPage>
  );
}
