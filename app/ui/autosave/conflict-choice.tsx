import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { KEEP_MINE, localTime, type StepConflict, utcTime } from "~/forms/autosave/autosave-state";
import { IntentButton } from "~/ui/intent-button";
import { useHydrated } from "../use-hydrated";
import type { Autosave } from "./use-autosave";

interface ConflictChoiceProps {
  autosave: Pick<Autosave, "state" | "keepMine" | "takeTheirs">;
  /** The reply to a post, where it found a conflict. */
  reply: { conflict?: StepConflict } | undefined;
  /** How often Next was blocked by the conflict; each change moves the focus here. */
  blockedCount: number;
  /** The words for what has two versions, and for the whole that it belongs to. */
  subject?: { page: string; whole: string };
  /** Drawn below the choice. */
  extra?: ReactNode;
}

const STEP_SUBJECT = { page: "step", whole: "draft" };

/** Lets the artist choose between two versions of a form. Must be drawn inside that form. */
export function ConflictChoice({ autosave, reply, extra, ...props }: ConflictChoiceProps) {
  const autosaveConflict = autosave.state.phase === "conflict" ? autosave.state : undefined;
  const conflict = autosaveConflict ?? reply?.conflict;
  if (!conflict) return null;
  return (
    <>
      <Choice
        {...props}
        conflict={conflict}
        isUnchanged={autosaveConflict?.isUnchanged ?? false}
        onKeepMine={autosaveConflict && autosave.keepMine}
        onTakeTheirs={autosave.takeTheirs}
      />
      {extra}
    </>
  );
}

interface ChoiceProps extends Pick<ConflictChoiceProps, "blockedCount" | "subject"> {
  conflict: StepConflict;
  /** Whether nothing on the page is unsaved. */
  isUnchanged: boolean;
  /** Saves what is on the page; without it the button posts the form. */
  onKeepMine: (() => void) | undefined;
  /** Drops what is on the page; the link then loads the stored version. */
  onTakeTheirs: () => void;
}

function Choice({
  conflict,
  isUnchanged,
  onKeepMine,
  onTakeTheirs,
  blockedCount,
  subject = STEP_SUBJECT,
}: ChoiceProps) {
  const { pathname, search } = useLocation();
  const formatTime = useHydrated() ? localTime : utcTime;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (blockedCount > 0) section.current?.focus();
  }, [blockedCount]);

  function handleKeep(event: MouseEvent) {
    if (!onKeepMine) return;
    event.preventDefault();
    onKeepMine();
  }

  return (
    <Paper
      component="section"
      ref={section}
      aria-labelledby="conflict-title"
      tabIndex={-1}
      p="sm"
      bg="var(--waiting-wash)"
    >
      <Stack>
        <Text component="h2" id="conflict-title" size="lg" fw={700} ff="text">
          Two versions of this {subject.page}
        </Text>
        <p>
          This {subject.whole} was changed in another tab or on another device at{" "}
          {formatTime(Date.parse(conflict.savedAt))}.{" "}
          {isUnchanged
            ? "What's on this page is the version before it."
            : "What's on this page isn't saved yet, and nothing is lost."}{" "}
          Which version do you want?
        </p>
        <input type="hidden" name="newerVersion" value={conflict.version} />
        <Group>
          <IntentButton intent={KEEP_MINE} onClick={handleKeep}>
            Keep what's on this page
          </IntentButton>
          {/* A plain link, so that the page loads again and shows every field as it is stored. */}
          <Button component="a" href={pathname + search} variant="default" onClick={onTakeTheirs}>
            Show the other version
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
