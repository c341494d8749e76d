import { skipWaiting } from "workbox-core";

declare const registration: ServiceWorkerRegistration;

/** What a worker is told may go on for a while. */
type LifecycleEvent = Event & { waitUntil: (promise: Promise<unknown>) => void };
const isLifecycleEvent = (event: Event): event is LifecycleEvent => "waitUntil" in event;

async function uninstall(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await registration.unregister();
}

// Takes the place of the worker that keeps the form, and leaves with all that was kept.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => isLifecycleEvent(event) && event.waitUntil(uninstall()));
