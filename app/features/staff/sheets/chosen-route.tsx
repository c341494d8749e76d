import { Group, Stack, VisuallyHidden } from "@mantine/core";
import { useActionData } from "@remix-run/react";
import { SecondaryButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { Disclosure } from "../disclosure";
import { pluralize } from "../format-count";
import { RowList } from "../row-list";
import { StaffPage } from "../staff-page";
import { TargetLink } from "../target-link";
import type { action } from "./chosen-route.server";
import { downloadsOf } from "./sheet-downloads";

export const meta = titled("Sheets of several releases");

type Chosen = NonNullable<ReturnType<typeof useActionData<typeof action>>>;

export default function ChosenSheets() {
  const chosen = useActionData<typeof action>();
  return (
    <StaffPage
      heading="Sheets of several releases"
      above={<TargetLink href="/staff">Queue</TargetLink>}
    >
      {chosen ? <Templates {...chosen} /> : <p>First choose releases in the queue.</p>}
    </StaffPage>
  );
}

function Templates({ releases, leftOut, hasMore, templates }: Chosen) {
  if (releases.length === 0) return <p>None of the entries you chose has tracks.</p>;
  return (
    <>
      <p>
        {pluralize(releases.length, "release")}: {releases.map(({ name }) => name).join("; ")}.
      </p>
      {(leftOut > 0 || hasMore) && (
        <p>
          {leftOut > 0 && `${leftOut} of those you chose are left out. `}
          {hasMore
            ? "One sheet takes 100 releases: choose the others on their own."
            : "They have no tracks."}
        </p>
      )}
      <form method="post" action="/staff/sheets/file">
        {releases.map(({ id }) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        <RowList rows={templates}>
          {(template) => (
            <Stack gap="xs">
              <strong>Sheet for {template.name}</strong>
              {template.missing.length === 0 ? (
                <Dimmed>Nothing is missing for it.</Dimmed>
              ) : (
                <Disclosure
                  summary={`Something is still missing in ${pluralize(template.missing.length, "release")}`}
                >
                  <ul>
                    {template.missing.map(({ name, texts }) => (
                      <li key={name}>
                        {name}: {texts.join(", ")}
                      </li>
                    ))}
                  </ul>
                </Disclosure>
              )}
              <Group gap="xs">
                {downloadsOf(template).map(({ label, query }) => (
                  <SecondaryButton key={query} intent={query}>
                    {label}
                    <VisuallyHidden> for {template.name}</VisuallyHidden>
                  </SecondaryButton>
                ))}
              </Group>
            </Stack>
          )}
        </RowList>
      </form>
    </>
  );
}
