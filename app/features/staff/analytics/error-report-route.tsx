import { Paper, Stack, Text } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { LocalTime } from "~/ui/local-time";
import notice from "~/ui/notice-page.module.css";
import { titled } from "~/ui/page-title";
import { pluralize } from "../format-count";
import { Verbatim } from "../verbatim";
import type { loader } from "./error-report-route.server";
import { SeverityMark } from "./errors-table";

type ErrorReport = SerializeFrom<typeof loader>["error"];

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

/** An error: what happened, what was affected, and how often its cause occurred. */
function ErrorView({ error }: { error: ErrorReport }) {
  const { message, severity, at, hit, draft, cause, alike, stack } = error;
  const details: [name: string, text: ReactNode][] = [
    ["When", <LocalTime key="at" at={at} />],
    ["Category", error.category],
    ["Where", [error.source, error.stage].join(", ")],
    ["URL", error.url ?? "N/A"],
    ["Browser", error.userAgent],
    ["Release", error.release],
    ["Occurred", cause && <Occurrences key="cause" {...cause} />],
    ["In releases", cause?.releases.join(", ")],
  ];
  return (
    <>
      <p>
        <SeverityMark severity={severity} />
      </p>
      <Text size="lg" style={{ overflowWrap: "anywhere" }}>
        {message}
      </Text>
      <Paper id="hit" p="sm">
        <Stack gap="xs">
          <h2>What it affected</h2>
          <p>
            <Hit hit={hit} draft={draft} />
          </p>
        </Stack>
      </Paper>
      <dl className={notice.facts}>
        {details.flatMap(([name, text]) =>
          text ? [<dt key={name}>{name}</dt>, <dd key={`${name} is`}>{text}</dd>] : [],
        )}
      </dl>
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
      {stack && (
        <Stack>
          <h2>Stack</h2>
          <Verbatim>{stack}</Verbatim>
        </Stack>
      )}
    </>
  );
}

const HEADING = "Error";

export const meta = titled(HEADING);

export default function StaffError() {
  const { error } = useLoaderData<typeof loader>();
  return (
    <Stack gap="md" maw={640}>
      <p className="eyebrow">
        <a href="/analytics">Back to Analytics</a>
      </p>
      <h1>{HEADING}</h1>
      <ErrorView error={error} />
    </Stack>
  );
}
