// Requests the analysis of a game and follows its progress. It takes a while and has its own connection: closing that makes
// the server stop.
import { openAnalysis } from '$src/api/backend';
import type { Analysis, GameSource, ServerError } from '$src/api/types';

const reconnectDelay = 2000; // milliseconds

export class AnalysisRequest {
  progress = $state(0); // from 0 to 1
  analysis = $state.raw<Analysis | null>(null);
  error = $state.raw<ServerError | null>(null);
  private socket: WebSocket | null = null;
  private cancelled = false;

  constructor(private readonly source: GameSource) {
    this.send();
  }

  cancel(): void {
    this.cancelled = true;
    this.socket?.close();
  }

  private send(): void {
    const socket = openAnalysis(this.source);
    this.socket = socket;
    socket.onmessage = (event) => this.receive(JSON.parse(event.data as string));
    socket.onclose = () => {
      if (!this.cancelled && !this.analysis && !this.error)
        setTimeout(() => this.cancelled || this.send(), reconnectDelay);
    };
  }

  private receive(message: { type: string; done?: number; error?: ServerError }): void {
    if (message.type === 'progress') this.progress = message.done ?? 0;
    if (message.type === 'analysis') this.analysis = message as unknown as Analysis;
    // Unavailable: the next connection asks again.
    if (message.type === 'error' && message.error?.code !== 'unavailable') this.error = message.error ?? null;
    if (message.type !== 'progress') this.socket?.close();
  }
}
