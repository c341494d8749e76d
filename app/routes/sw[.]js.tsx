export { workerLoader as loader } from "~/features/wizard/offline/offline-routes.server";
