// A sample of the language.
#include <cstdio>
#define LIMIT 4

__constant__ float factors[LIMIT];
__device__ int counter = 0;

template <typename T>
__device__ __forceinline__ T add(T a, T b) { return a + b; }

struct Point {
  float x, y;
  __host__ __device__ Point(float x) : x(x), y(2) {}
  __device__ float area() const { return x * y; }
};

__global__ void kernel(float *out, const float *in, int n) {
  __shared__ float cache[256];
  extern __shared__ int rest[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cache[threadIdx.x] = in[i];
  __syncthreads();
  for (int k = 0; k < LIMIT; ++k) {
    if (k % 2 == 0) continue;
    out[i] += add<float>(cache[k], factors[k]);
  }
  while (rest[0] > 0) rest[0]--;
  atomicAdd(&counter, 1);
}

__global__ __launch_bounds__(256, 2) void bounded() { Point p(1.0f); counter = p.area() > 1 ? 1 : 0; }

int main() {
  float *in = nullptr, *out;
  int n = 1 << 10;
  cudaStream_t stream;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc((void **)&out, n * sizeof(float));
  dim3 grid(n / 256), block(256);
  kernel<<<grid, block>>>(out, in, n);
  kernel<<<4, 256, 16, stream>>>(out, in, n);
  bounded<<<1, 1>>>();
  auto twice = [=](int x) { return x * 2; };
  if (cudaDeviceSynchronize() != cudaSuccess) { std::printf("bad %d\n", twice(3)); }
  cudaFree(in);
  return 0;
}
