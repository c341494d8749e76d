import { skipWaiting } from "workbox-core";

declare const registration: ServiceWorkerRegistration;

/** What a worker is told may go on for a while. */
type Going = Event & { waitUntil: (work: Promise<unknown>) => void };
const isGoing = (event: Event): event is Going => "waitUntil" in event;

async function leave(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await registration.unregister();
}

// Takes the place of the worker that keeps the form, and leaves with all that was kept.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => isGoing(event) && event.waitUntil(leave()));
