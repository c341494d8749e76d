import { skipWaiting } from "workbox-core";

declare const registration: ServiceWorkerRegistration;

type LifecycleEvent = Event & { waitUntil: (promise: Promise<unknown>) => void };
const isLifecycleEvent = (event: Event): event is LifecycleEvent => "waitUntil" in event;

async function uninstall(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await registration.unregister();
}

// Replaces the offline worker and removes itself with all caches.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => isLifecycleEvent(event) && event.waitUntil(uninstall()));
