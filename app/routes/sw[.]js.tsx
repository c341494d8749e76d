export { loader } from "~/features/wizard/offline/offline-worker-route.server";
