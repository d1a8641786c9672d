/** Opens a camera of the device, and names the reason if the camera cannot be opened. */

/** Why the camera shows no picture. `lost`: the camera was disconnected or is used by another program. */
export type CameraTrouble = 'refused' | 'none' | 'busy' | 'lost' | 'other';

/**
 * Which camera to open: the camera on one side of a phone (`user`: the side of the screen), or a camera from the
 * list by its id.
 */
export type CameraWish = { readonly facing: 'user' | 'environment' } | { readonly deviceId: string };

export interface OpenCamera {
  readonly stream: MediaStream;
  /** Undefined if the browser does not report it, as on desktop computers. */
  readonly facing: string | undefined;
  readonly deviceId: string | undefined;
  readonly cameras: readonly MediaDeviceInfo[];
}

/** The reason for each name of an error of `getUserMedia` (W3C, Media Capture and Streams). */
const troubles: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export function troubleOf(error: unknown): CameraTrouble {
  return (error instanceof DOMException ? troubles[error.name] : undefined) ?? 'other';
}

/** @throws DOMException, from which `troubleOf` derives the reason. */
export async function openCamera(wish: CameraWish): Promise<OpenCamera> {
  const which = 'deviceId' in wish ? { deviceId: { exact: wish.deviceId } } : { facingMode: wish.facing };
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { ...which, width: { ideal: 1920 }, height: { ideal: 1440 } },
  });
  const { facingMode, deviceId } = stream.getVideoTracks()[0]?.getSettings() ?? {};
  // The browser reveals the names of the cameras only after the customer has allowed the use of a camera.
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const cameras = devices.filter(({ kind }) => kind === 'videoinput');
  return { stream, facing: facingMode, deviceId, cameras };
}

export function stopCamera({ stream }: OpenCamera): void {
  for (const track of stream.getTracks()) track.stop();
}
