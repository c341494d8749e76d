import type { PointerEvent } from "react";
import { useFormReply } from "~/components/form-reply-context";
import { useHydrated } from "~/components/use-hydrated";
import styles from "./drag-handle.module.css";

/** The scroll zone at the edges of the window, and the step per frame, in pixels. */
const EDGE = 72;
const STEP = 10;

/** Moves a card with the pointer until it is dropped. */
function carry(card: HTMLElement, start: number, onDrop: (place: number) => void) {
  const others = [...(card.parentElement?.children ?? [])].filter((one) => one !== card);
  const from = window.scrollY;
  let y = start;
  let place = 0;
  let frame = 0;

  function mark(): void {
    const next = others.findIndex((one) => {
      const { top, height } = one.getBoundingClientRect();
      return y < top + height / 2;
    });
    place = next < 0 ? others.length : next;
    card.style.translate = `0 ${y - start + window.scrollY - from}px`;
    others.forEach((one, index) => {
      const last = index === others.length - 1 && place > index;
      if (one instanceof HTMLElement)
        one.dataset.drop = last ? "after" : index === place ? "before" : "";
    });
  }
  function tick(): void {
    const up = y < EDGE ? -STEP : 0;
    const top = y > window.innerHeight - EDGE ? STEP : up;
    if (top !== 0) {
      window.scrollBy({ top, behavior: "instant" });
      mark();
    }
    frame = requestAnimationFrame(tick);
  }
  function end(): void {
    cancelAnimationFrame(frame);
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", drop);
    window.removeEventListener("pointercancel", end);
    window.removeEventListener("keydown", onKey);
    delete card.dataset.dragged;
    card.style.translate = "";
    for (const one of others) if (one instanceof HTMLElement) delete one.dataset.drop;
  }
  function move(event: globalThis.PointerEvent): void {
    y = event.clientY;
    mark();
  }
  function drop(): void {
    end();
    onDrop(place);
  }
  function onKey({ key }: KeyboardEvent): void {
    if (key === "Escape") end();
  }

  card.dataset.dragged = "";
  mark();
  frame = requestAnimationFrame(tick);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", drop);
  window.addEventListener("pointercancel", end);
  window.addEventListener("keydown", onKey);
}

/**
 * The handle that drags a track. Hidden from screen readers, since the buttons of a track move it as well.
 */
export function DragHandle({ id, index }: { id: string; index: number }) {
  const scripted = useHydrated();
  const { press } = useFormReply();

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const card = event.currentTarget.closest<HTMLElement>("[data-track]");
    if (!card || event.button !== 0) return;
    // Prevents text selection by mouse.
    event.preventDefault();
    carry(card, event.clientY, (place) => {
      if (place !== index) press(`move-to:${id}:${place + 1}`);
    });
  }

  return (
    <span
      aria-hidden="true"
      data-scripted={scripted || undefined}
      className={styles.handle}
      onPointerDown={onPointerDown}
    />
  );
}
