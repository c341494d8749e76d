import type { PointerEvent } from "react";
import { useFormReply } from "~/ui/form-reply-context";
import { useHydrated } from "~/ui/use-hydrated";
import styles from "./drag-handle.module.css";

/** The scroll zone at the edges of the window, and the step per frame, in pixels. */
const EDGE = 72;
const STEP = 10;

function startDrag(card: HTMLElement, start: number, onDrop: (position: number) => void) {
  const others = [...(card.parentElement?.children ?? [])].filter((other) => other !== card);
  const from = window.scrollY;
  let y = start;
  let position = 0;
  let frame = 0;

  function updatePosition(): void {
    const next = others.findIndex((other) => {
      const { top, height } = other.getBoundingClientRect();
      return y < top + height / 2;
    });
    position = next < 0 ? others.length : next;
    card.style.translate = `0 ${y - start + window.scrollY - from}px`;
    others.forEach((other, index) => {
      const last = index === others.length - 1 && position > index;
      if (other instanceof HTMLElement)
        other.dataset.drop = last ? "after" : index === position ? "before" : "";
    });
  }
  function scrollAtEdge(): void {
    const up = y < EDGE ? -STEP : 0;
    const top = y > window.innerHeight - EDGE ? STEP : up;
    if (top !== 0) {
      window.scrollBy({ top, behavior: "instant" });
      updatePosition();
    }
    frame = requestAnimationFrame(scrollAtEdge);
  }
  function endDrag(): void {
    cancelAnimationFrame(frame);
    window.removeEventListener("pointermove", handleMove);
    window.removeEventListener("pointerup", handleDrop);
    window.removeEventListener("pointercancel", endDrag);
    window.removeEventListener("keydown", handleKeyDown);
    delete card.dataset.dragged;
    card.style.translate = "";
    for (const other of others) if (other instanceof HTMLElement) delete other.dataset.drop;
  }
  function handleMove(event: globalThis.PointerEvent): void {
    y = event.clientY;
    updatePosition();
  }
  function handleDrop(): void {
    endDrag();
    onDrop(position);
  }
  function handleKeyDown({ key }: KeyboardEvent): void {
    if (key === "Escape") endDrag();
  }

  card.dataset.dragged = "";
  updatePosition();
  frame = requestAnimationFrame(scrollAtEdge);
  window.addEventListener("pointermove", handleMove);
  window.addEventListener("pointerup", handleDrop);
  window.addEventListener("pointercancel", endDrag);
  window.addEventListener("keydown", handleKeyDown);
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
    startDrag(card, event.clientY, (position) => {
      if (position !== index) press(`move-to:${id}:${position + 1}`);
    });
  }

  return (
    <span
      aria-hidden="true"
      data-scripted={scripted || undefined}
      className={styles.handle}
      onPointerDown={onPointerDown}
    >
      ☰
    </span>
  );
}
