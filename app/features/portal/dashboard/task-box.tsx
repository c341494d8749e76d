import { Paper } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ArtistTask } from "~/domain/submission/record/pending-actions";
import portal from "../portal.module.css";

/** What waits for the artist, with a link each; nothing where nothing waits. */
export function TaskBox({ tasks }: { tasks: readonly ArtistTask[] }) {
  if (tasks.length === 0) return null;
  return (
    <Paper component="section" p="sm" aria-labelledby="to-do">
      <h2 id="to-do">What you need to do</h2>
      <ul className={`${portal.list} ${portal.links}`}>
        {tasks.map(({ text, to }) => (
          <li key={to + text}>
            <Link to={to} discover="none">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
