import { Paper, Stack, Text } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Facts } from "../facts";
import { pluralize } from "../format-count";
import { StaffPage } from "../staff-page";
import { Verbatim } from "../verbatim";
import type { loader } from "./error-report-route.server";
import { SeverityMark } from "./errors";

type ErrorReport = SerializeFrom<typeof loader>;

function Hit({ hit, draft }: Pick<ErrorReport, "hit" | "draft">) {
  if (hit) return <a href={`/staff/submissions/${hit}`}>Open the submission</a>;
  if (!draft) return <>Nothing that we know of.</>;
  const { id, found } = draft;
  if (!found) return <>Draft {id}, which was deleted.</>;
  return (
    <>
      Draft {id}, not submitted yet. It is at the step {found.step}, last changed on{" "}
      <LocalTime at={found.changed} />.
    </>
  );
}

function Occurrences({ count, first, last }: NonNullable<ErrorReport["cause"]>) {
  if (count === 1)
    return (
      <>
        Once, on <LocalTime at={first} />
      </>
    );
  return (
    <>
      {pluralize(count, "time")}, from <LocalTime at={first} /> to <LocalTime at={last} />
    </>
  );
}

const HEADING = "Error";

export const meta = titled(HEADING);

/** An error: what happened, what was affected, and how often its cause occurred. */
export default function ErrorReportPage() {
  const { report, hit, draft, cause, alike } = useLoaderData<typeof loader>();
  return (
    <StaffPage above={<a href="/analytics">Back to Analytics</a>} heading={HEADING}>
      <p>
        <SeverityMark severity={report.severity} />
      </p>
      <Text size="lg" style={{ overflowWrap: "anywhere" }}>
        {report.message}
      </Text>
      <Paper id="hit" p="sm">
        <Stack gap="xs">
          <h2>What it affected</h2>
          <p>
            <Hit hit={hit} draft={draft} />
          </p>
        </Stack>
      </Paper>
      <Facts
        facts={{
          When: <LocalTime at={report.createdAt} />,
          Category: report.category,
          Where: `${report.source}, ${report.stage}`,
          URL: report.url ?? "N/A",
          Browser: report.userAgent,
          Release: report.release,
          Occurred: cause && <Occurrences {...cause} />,
          "In releases": cause?.releases.join(", "),
        }}
      />
      {alike.length > 0 && (
        <Stack>
          <h2>Same cause</h2>
          <Stack component="ul" gap="xs">
            {alike.map((other) => (
              <Paper component="li" key={other.id} p="xs">
                <a href={`/staff/errors/${other.id}`}>
                  <LocalTime at={other.at} />
                </a>
                {other.hit && (
                  <>
                    {", "}
                    <a href={`/staff/submissions/${other.hit}`}>the affected submission</a>
                  </>
                )}
              </Paper>
            ))}
          </Stack>
        </Stack>
      )}
      {report.stack && (
        <Stack>
          <h2>Stack</h2>
          <Verbatim>{report.stack}</Verbatim>
        </Stack>
      )}
    </StaffPage>
  );
}
