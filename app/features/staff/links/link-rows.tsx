import { Table, VisuallyHidden } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import type { LinkState } from "~/domain/access/link-state";
import { capitalize } from "~/platform/formats/capitalize";
import type { StatusTone } from "~/reference/statuses";
import { SecondaryButton } from "~/ui/intent-button";
import { StatusMark } from "~/ui/status-mark";
import { Dimmed } from "../dimmed";
import { RowTable } from "../row-table";
import type { loader } from "./links-route.server";

const tones: Record<LinkState, StatusTone> = {
  unused: "neutral",
  opened: "waiting",
  used: "good",
  expired: "neutral",
  deactivated: "neutral",
};

/** Links with their states, each with a button that deactivates it. */
export function LinkRows({ links }: { links: SerializeFrom<typeof loader>["links"] }) {
  return (
    <RowTable label="Links" columns={["Artist", "State", "About", "Deactivate"]}>
      {links.map(({ kind, id, artistName, email, state, about }) => {
        const isOver = state === "deactivated" || (kind === "invited" && state === "used");
        return (
          <Table.Tr key={id}>
            <Table.Th scope="row">
              <p>{artistName}</p>
              <Dimmed>{email}</Dimmed>
            </Table.Th>
            <Table.Td>
              <StatusMark tone={tones[state]}>{capitalize(state)}</StatusMark>
            </Table.Td>
            <Table.Td c="dimmed">
              {kind === "invited" ? "Invitation" : "Returning artist"}, {about.join(", ")}
            </Table.Td>
            <Table.Td>
              {!isOver && (
                <form method="post">
                  <input type="hidden" name="kind" value={kind} />
                  <input type="hidden" name="id" value={id} />
                  <SecondaryButton intent="deactivate">
                    Deactivate<VisuallyHidden> {artistName}'s link</VisuallyHidden>
                  </SecondaryButton>
                </form>
              )}
            </Table.Td>
          </Table.Tr>
        );
      })}
    </RowTable>
  );
}
