import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { figurePeriods } from "~/domain/review/figure-period";
import { titled } from "~/ui/page-title";
import { Figure } from "../figure";
import { LinkTabs } from "../link-tabs";
import { FigureCharts } from "./figure-charts";
import { FigureGroup } from "./figure-group";
import styles from "./figures.module.css";
import type { loader } from "./figures-route.server";

const HEADING = "Figures";
export const meta = titled(HEADING);

/** What the label received, accepted and answered. Read only: it has no scripts. */
export default function Figures() {
  const { period, unit, tiles, charts, sources, genres, reviewers } =
    useLoaderData<typeof loader>();
  const exportPath = `/staff/figures.csv?period=${period}`;
  const periodLinks = figurePeriods.map(([name, text]) => ({
    ...{ text, href: `/staff/figures?period=${name}`, isCurrent: name === period },
  }));
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <h1>{HEADING}</h1>
        <Group>
          <LinkTabs label="Period" links={periodLinks} />
          <Button component="a" href={exportPath} variant="default">
            Export all as CSV
          </Button>
        </Group>
      </Group>
      <Paper component="dl" className={styles.tiles}>
        {tiles.map(({ title, figure, text, tone }) => (
          <div key={title}>
            <Text component="dt" size="sm" c="dimmed" fw={600}>
              {title}
            </Text>
            <Figure component="dd">{figure}</Figure>
            <Text
              component="dd"
              size="sm"
              fw={tone === "neutral" ? undefined : 600}
              c={tone === "neutral" ? "dimmed" : `var(--${tone})`}
            >
              {text}
            </Text>
          </div>
        ))}
      </Paper>
      {charts === undefined ? (
        <p>Nothing was received in this time.</p>
      ) : (
        <>
          <FigureCharts charts={charts} unit={unit} exportPath={exportPath} />
          <div className={styles.groups}>
            <FigureGroup
              group="sources"
              title="By source"
              about="How it came"
              columns={["Source", "Received"]}
              {...{ exportPath, ...sources }}
            />
            <FigureGroup
              group="genres"
              title="By genre"
              about="The five sent most"
              columns={["Genre", "Received"]}
              {...{ exportPath, ...genres }}
            />
            <FigureGroup
              group="reviewers"
              title="By reviewer"
              about="Who answered first"
              columns={["Reviewer", "Decided"]}
              hasDays
              {...{ exportPath, ...reviewers }}
            />
          </div>
          <Text size="sm" c="dimmed">
            Everything counts on the day it was received, in UTC. Days are working days until the
            first answer: a decision, or a request for changes.
          </Text>
        </>
      )}
    </Stack>
  );
}
