// Runs the real server for a test file; it can be killed and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const program = resolve(process.env.VOLPE_BIN ?? join(import.meta.dirname, '../../build/test/volpe'));
const page = join(import.meta.dirname, '../dist');

export class Server {
  address = '';
  private process: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'volpe-page-'));

  // The first start takes a free port, later ones the same.
  async start(): Promise<void> {
    const listen = this.address ? new URL(this.address).host : '127.0.0.1:0';
    const store = `sqlite:${join(this.folder, 'tables.db')}`;
    const started = spawn(program, ['serve', '--listen', listen, '--store', store, '--page', page, '--pace', '20'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.process = started;
    this.address = await new Promise<string>((found, failed) => {
      let said = '';
      started.stdout.on('data', (data: Buffer) => {
        said += data;
        const address = /Volpe is at (\S+)/.exec(said)?.[1];
        if (address) found(address);
      });
      started.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const running = this.process;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((done) => running.once('exit', done));
    running.kill(signal);
    await ended;
    this.process = null;
  }

  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
